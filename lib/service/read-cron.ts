/** The ledger of every cron job, with the scheduler's own record of failures where there is one. */
import { readCronExecutions } from '../collect/read-cron-executions.ts'
import { type CronLedger, cronLedger } from '../domain/cron-ledger.ts'
import type { HomeObserver } from './home-observer.ts'
import { oncePerPicture } from './once-per-picture.ts'

const shared = oncePerPicture<CronLedger>()

export async function readCron(home: HomeObserver): Promise<CronLedger> {
  const judged = await home.judged()
  return shared(judged, () => cronLedger(judged, readCronExecutions(home.home.path), home.now()))
}
