/** Cron jobs running now, according to the scheduler's ledger. */
import { isProcessAlive } from '../processes/is-process-alive.ts'
import { readExecutionLedger } from './read-execution-ledger.ts'

export function readRunningCronJobs(homePath: string): Set<string> {
  const running = readExecutionLedger(homePath, ['job_id', 'status', 'pid'], (db) =>
    db
      .prepare<[], [unknown, unknown]>(
        `SELECT job_id, pid FROM executions WHERE status IN ('running', 'claimed') LIMIT 10000`,
      )
      .raw()
      .all()
      .filter(([, pid]) => typeof pid !== 'number' || isProcessAlive(pid, homePath) !== false)
      .map(([jobId]) => String(jobId)),
  )
  return new Set(running)
}
