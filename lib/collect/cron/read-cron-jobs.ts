/** Reads the cron jobs of a home. Like Hermes, accepts an object with `jobs` and a bare list. */
import type { CronJob, JobTrouble } from '../../domain/cron/cron.ts'
import type { Part } from '../../domain/home/home.ts'
import { readJsonFile } from '../../platform/read-json-file.ts'
import { asFlag, asNumber, asObject, asText, type JsonObject } from '../../shared/json-values.ts'
import { failed, ok } from '../../shared/result.ts'
import { stampToMs } from '../database/epoch.ts'

const FILE = 'cron/jobs.json'

/** A missing file means no jobs. An entry without an id cannot have made a session and is skipped. */
export function readCronJobs(homePath: string): Part<readonly CronJob[]> {
  const file = readJsonFile(homePath, FILE)
  if (!file.ok) return file
  if (file.value === undefined) return ok([])
  const list = Array.isArray(file.value) ? file.value : asObject(file.value)?.jobs
  if (!Array.isArray(list)) {
    return failed({ code: 'malformed-file', path: FILE, detail: 'It holds no list of jobs' })
  }
  return ok(list.map(asObject).flatMap(toJob))
}

function toJob(job: JsonObject | null): CronJob[] {
  const id = asText(job?.id) ?? asNumber(job?.id)?.toString() ?? null
  if (job === null || id === null) return []
  return [
    {
      id,
      name: asText(job.name) ?? id,
      schedule: describeSchedule(job),
      enabled: asFlag(job.enabled) !== false && job.state !== 'paused',
      nextRunMs: stampToMs(job.next_run_at),
      lastRunMs: stampToMs(job.last_run_at),
      lastStatus: asText(job.last_status),
      trouble: troubleOf(job),
    },
  ]
}

/** Longer errors are cut, because they may quote anything. */
const ERROR_SIGNS = 300

function troubleOf(job: JsonObject): JobTrouble | null {
  const error = asText(job.last_error)?.slice(0, ERROR_SIGNS) ?? null
  const deliveryError = asText(job.last_delivery_error)?.slice(0, ERROR_SIGNS) ?? null
  const streak = Math.max(0, Math.floor(asNumber(job.failure_streak) ?? 0))
  return error === null && deliveryError === null && streak === 0 ? null : { error, deliveryError, streak }
}

function describeSchedule(job: JsonObject): string | null {
  const schedule = asObject(job.schedule)
  return (
    asText(job.schedule_display) ??
    asText(schedule?.display) ??
    asText(schedule?.expr) ??
    asText(job.schedule)
  )
}
