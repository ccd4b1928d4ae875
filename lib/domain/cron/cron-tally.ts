/**
 * Per-job figures shared by the overview and the cron page, so the two cannot differ. Figures only the cron
 * page shows are in cron-work.ts.
 */
import type { AssessedHome } from '../home/assessed-home.ts'
import type { Session } from '../sessions/session.ts'
import type { TokenSums } from '../tokens/token-sums.ts'
import { type CronJob, cronJobOf, jobNameFromTitle } from './cron.ts'
import { countRuns, type RunCount, runWindowStart } from './cron-runs.ts'

export type FileSum = { readonly count: number; readonly bytes: number }

/** Null is unknown: rows, files or `jobs.json` could not be read. */
export type CronJobTally = {
  readonly id: string
  readonly name: string
  /** From `jobs.json`. Null if it has no such job. */
  readonly job: CronJob | null
  /** False: sessions or files name it, jobs.json does not. */
  readonly exists: boolean | null
  readonly sessions: number | null
  /** Within the run window. */
  readonly runs: RunCount | null
  readonly tokens7d: TokenSums | null
  readonly transcripts: FileSum | null
}

/** Every job that `jobs.json`, a session, a file, an output or the scheduler's ledger names. */
export function tallyCronJobs(home: AssessedHome, nowMs: number): CronJobTally[] {
  const { sessions, files, snapshot } = home
  const executions = snapshot.executions.ok ? snapshot.executions.value : null
  // If two entries share an id, the first counts.
  const entries = snapshot.jobs.ok ? snapshot.jobs.value.toReversed() : []
  const defined = new Map(entries.map((job) => [job.id, job]))
  const sinceMs = runWindowStart(nowMs)
  const recentRuns = (id: string): number =>
    executions?.jobs.get(id)?.atMs.filter((atMs) => atMs >= sinceMs).length ?? 0
  return [...countByJob(home, [...defined.keys(), ...(executions?.jobs.keys() ?? [])], sinceMs)].map(
    ([id, counts]) => {
      const job = defined.get(id) ?? null
      return {
        id,
        name: job?.name ?? jobNameFromTitle(counts.title) ?? id,
        job,
        exists: snapshot.jobs.ok ? job !== null : null,
        sessions: sessions === null ? null : counts.sessions,
        runs: countRuns({
          sessions: sessions === null ? null : counts.recentSessions,
          executions: executions && recentRuns(id),
          outputs: snapshot.recentOutputs && (snapshot.recentOutputs.get(id) ?? 0),
        }),
        tokens7d: sessions === null ? null : counts.tokens7d,
        transcripts: files === null ? null : counts.transcripts,
      }
    },
  )
}

type Counts = {
  title: string | null
  sessions: number
  recentSessions: number
  tokens7d: { -readonly [kind in keyof TokenSums]: number }
  transcripts: { count: number; bytes: number }
}

/** A single pass over the rows, because every overview needs it and large homes have tens of thousands. */
function countByJob(
  { sessions, files, snapshot }: AssessedHome,
  named: readonly string[],
  sinceMs: number,
): Map<string, Counts> {
  const jobs = new Map<string, Counts>()
  for (const id of named) countsOf(jobs, id)
  for (const session of sessions ?? []) {
    if (session.cronJobId !== null) addSession(countsOf(jobs, session.cronJobId), session, sinceMs)
  }
  for (const { kind, sessionId, bytes } of files ?? []) {
    if (sessionId === null || (kind !== 'transcript' && kind !== 'request-dump')) continue
    const job = cronJobOf(sessionId)
    if (job === null) continue
    const { transcripts } = countsOf(jobs, job)
    if (kind === 'request-dump') continue
    transcripts.count += 1
    transcripts.bytes += bytes
  }
  for (const { jobId, files: count } of snapshot.cronOutputs.ok ? snapshot.cronOutputs.value : []) {
    if (count > 0) countsOf(jobs, jobId)
  }
  return jobs
}

function addSession(counts: Counts, session: Session, sinceMs: number): void {
  counts.sessions += 1
  counts.title ??= session.title
  if (session.startedMs < sinceMs) return
  counts.recentSessions += 1
  counts.tokens7d.input += session.inputTokens
  counts.tokens7d.output += session.outputTokens
  counts.tokens7d.cacheRead += session.cacheReadTokens
  counts.tokens7d.cacheWrite += session.cacheWriteTokens
}

function countsOf(jobs: Map<string, Counts>, id: string): Counts {
  const present = jobs.get(id)
  if (present !== undefined) return present
  const made: Counts = {
    title: null,
    sessions: 0,
    recentSessions: 0,
    tokens7d: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    transcripts: { count: 0, bytes: 0 },
  }
  jobs.set(id, made)
  return made
}
