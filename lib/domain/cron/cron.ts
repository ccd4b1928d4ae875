/** Cron jobs, and how a session id names the job that made it. */

export type CronJob = {
  readonly id: string
  readonly name: string
  readonly schedule: string | null
  readonly enabled: boolean
  readonly nextRunMs: number | null
  readonly lastRunMs: number | null
  readonly lastStatus: string | null
  /** Failures noted by the scheduler. Null if it noted none. */
  readonly trouble: JobTrouble | null
}

export type JobTrouble = {
  readonly error: string | null
  readonly deliveryError: string | null
  /** Failures in a row, up to now. */
  readonly streak: number
}

/** Outputs of one job under `cron/output/<job>`. Deleted jobs have them too. */
export type JobOutputs = {
  readonly jobId: string
  readonly files: number
  readonly bytes: number
  readonly oldestMs: number | null
  readonly newestMs: number | null
}

const CRON_ID = /^cron_(.+)_(\d{8}_\d{6})$/

/** The job part of `cron_<job>_<YYYYMMDD_HHMMSS>`, or null for any other id. */
export const cronJobOf = (sessionId: string): string | null => CRON_ID.exec(sessionId)?.[1] ?? null

/** Old and irregular ids count as cron by their prefix, even if no job can be read from them. */
export const isCronId = (sessionId: string): boolean => sessionId.startsWith('cron_')

/** How a job's runs ended, according to the scheduler's ledger. Times are null where none was recorded. */
type JobExecutions = {
  readonly runs: number
  /** Recorded claim times. */
  readonly atMs: readonly number[]
  readonly failed: readonly (number | null)[]
  /** The process died, so the progress is unknown. */
  readonly lost: readonly (number | null)[]
  readonly lastError: string | null
}

export type CronExecutions = {
  /** The oldest run in the ledger. */
  readonly sinceMs: number | null
  readonly jobs: ReadonlyMap<string, JobExecutions>
}

/** Since June 2026 a run's title is `<job name> · <Mon DD HH:MM>`. It outlives the job. */
export const jobNameFromTitle = (title: string | null): string | null => {
  const name = title?.split(' · ')[0]?.trim()
  return title?.includes(' · ') && name ? name : null
}
