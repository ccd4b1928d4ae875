/** The ledger of every cron job, with the scheduler's record of failures if there is one. */
import { type CronLedger, cronLedger } from '../../domain/cron/cron-ledger.ts'
import { SECOND_MS } from '../../shared/time.ts'
import type { HomeObserver } from '../observe/home-observer.ts'
import { memoizePerSnapshot } from '../observe/memoize-per-snapshot.ts'

/** A snapshot up to this age is reused, because the ledger counts runs per day. */
const FRESH_MS = 5 * SECOND_MS

const shared = memoizePerSnapshot<CronLedger>()

export async function readCron(home: HomeObserver): Promise<CronLedger> {
  const assessed = await home.assessed(FRESH_MS)
  return shared(assessed, () => cronLedger(assessed, home.now()))
}
