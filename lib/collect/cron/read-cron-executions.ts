/** How the runs of each cron job ended, as far back as the scheduler's ledger reaches (1,000 finished runs). */
import type { CronExecutions } from '../../domain/cron/cron.ts'
import type { Part } from '../../domain/home/home.ts'
import { asText } from '../../shared/json-values.ts'
import { stampToMs } from '../database/epoch.ts'
import { readSafely } from '../database/open-state-db.ts'
import { shortId, shortText } from '../database/short-text.ts'
import { readExecutionLedger } from './read-execution-ledger.ts'

/** Null if this home has no ledger. */
export const readCronExecutions = (homePath: string): Part<CronExecutions | null> =>
  readSafely(() => {
    const rows = readExecutionLedger(homePath, ['job_id', 'status', 'claimed_at'], (db, columns) =>
      db
        .prepare<[], Row>(
          `SELECT ${shortId('job_id')} AS jobId, ${shortText('status')} AS status, ${shortText('claimed_at')} AS at,
             ${columns.includes('error') ? `substr(${shortText('error')}, 1, 300)` : 'NULL'} AS error
           FROM executions ORDER BY claimed_at LIMIT 20000`,
        )
        .all(),
    )
    return rows === null ? null : tally(rows)
  })

type Row = { jobId: unknown; status: unknown; at: unknown; error: unknown }

type Tally = {
  runs: number
  atMs: number[]
  failed: (number | null)[]
  lost: (number | null)[]
  lastError: string | null
}

function tally(rows: readonly Row[]): CronExecutions {
  const jobs = new Map<string, Tally>()
  let sinceMs: number | null = null
  for (const { jobId, status, at, error } of rows) {
    const atMs = stampToMs(at)
    if (atMs !== null) sinceMs = Math.min(sinceMs ?? atMs, atMs)
    const job = jobs.get(String(jobId)) ?? { runs: 0, atMs: [], failed: [], lost: [], lastError: null }
    jobs.set(String(jobId), job)
    job.runs += 1
    if (atMs !== null) job.atMs.push(atMs)
    if (status === 'failed') {
      job.failed.push(atMs)
      job.lastError = asText(error) ?? job.lastError
    }
    // A run whose process died is set to this by the next scheduler.
    if (status === 'unknown') job.lost.push(atMs)
  }
  return { sinceMs, jobs }
}
