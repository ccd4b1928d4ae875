/** `cron/`: the jobs and the output of their runs. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '../../shared/time.ts'
import { proseOf } from './invented-text.ts'
import { dashedStamp, localIso } from './local-stamp.ts'
import type { CronOutputSpec, JobSpec } from './spec.ts'

export function writeCron(
  homePath: string,
  jobs: readonly JobSpec[] | null,
  outputs: readonly CronOutputSpec[],
  nowMs: number,
): void {
  const cron = join(homePath, 'cron')
  mkdirSync(cron, { recursive: true })
  if (jobs !== null) {
    const content = { jobs: jobs.map((job) => jobJson(job, nowMs)), updated_at: localIso(nowMs) }
    writeFileSync(join(cron, 'jobs.json'), `${JSON.stringify(content, null, 2)}\n`)
  }
  for (const { jobId, timesMs, bytes } of outputs) {
    const folder = join(cron, 'output', jobId)
    mkdirSync(folder, { recursive: true })
    for (const atMs of timesMs) {
      const path = join(folder, `${dashedStamp(atMs)}.md`)
      writeFileSync(path, proseOf(atMs, bytes))
      utimesSync(path, atMs / 1000, atMs / 1000)
    }
  }
}

function jobJson(job: JobSpec, nowMs: number): Record<string, unknown> {
  const schedule = job.schedule ?? '*/30 * * * *'
  const enabled = job.enabled ?? true
  return {
    id: job.id,
    name: job.name,
    prompt: `Do the ${job.name} and report in five lines.`,
    skills: [],
    schedule: { kind: 'cron', expr: schedule, display: schedule },
    schedule_display: schedule,
    repeat: { times: null, completed: 12 },
    enabled,
    state: enabled ? 'scheduled' : 'paused',
    created_at: localIso(nowMs - 90 * DAY_MS),
    next_run_at: enabled ? localIso(job.nextRunMs ?? nowMs + 600_000) : null,
    last_run_at: job.lastRunMs === undefined ? null : localIso(job.lastRunMs),
    last_status: job.lastStatus ?? (job.lastRunMs === undefined ? null : 'ok'),
    last_error: null,
    deliver: 'local',
  }
}
