/** The ledger of every cron job, with the scheduler's own record of failures where there is one. */
import { countRecentOutputs } from '../../collect/cron/count-recent-outputs.ts'
import { readCronExecutions } from '../../collect/cron/read-cron-executions.ts'
import { type CronLedger, cronLedger } from '../../domain/cron/cron-ledger.ts'
import { runWindowStart } from '../../domain/cron/cron-runs.ts'
import { SECOND_MS } from '../../shared/time.ts'
import type { HomeObserver } from '../observe/home-observer.ts'
import { memoizePerSnapshot } from '../observe/memoize-per-snapshot.ts'

/** Jobs are counted in runs a day: an observation this old shows the same ledger. */
const FRESH_MS = 5 * SECOND_MS

const shared = memoizePerSnapshot<CronLedger>()

export async function readCron(home: HomeObserver): Promise<CronLedger> {
  const assessed = await home.assessed(FRESH_MS)
  const { path } = home.home
  return shared(assessed, () => {
    const nowMs = home.now()
    const outputs = countRecentOutputs(path, runWindowStart(nowMs))
    return cronLedger(assessed, readCronExecutions(path), nowMs, outputs)
  })
}
