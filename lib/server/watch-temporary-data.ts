/**
 * While Steward's data is in a temporary folder: logs that, and restarts the server once the disk of STEWARD_DATA has
 * space. The data moves at a start, when no thread has it open.
 */
import { log } from '../platform/log.ts'
import { HOUR_MS, SECOND_MS } from '../shared/time.ts'
import { missingBytes } from '../store/data-folder/missing-bytes.ts'
import type { Store } from '../store/open-store.ts'
import { runningReceipts } from '../store/plans/receipts.ts'
import type { Settings } from './settings.ts'

const CHECK_EVERY_MS = 10 * SECOND_MS

/** Doubles with each restart. Data that is still here after one could not be moved, for example without permission. */
export const checkEveryMs = (restarts: number): number => Math.min(CHECK_EVERY_MS * 2 ** restarts, HOUR_MS)

export function watchTemporaryData(
  { dataDir, temporaryFor }: Pick<Settings, 'dataDir' | 'temporaryFor'>,
  store: Store | null,
  restart: () => void,
): void {
  if (temporaryFor === null) return
  log.warn('disk full, data in a temporary folder', { folder: dataDir, wanted: temporaryFor })
  // Set by `npm start`, which starts the server again.
  const restarts = process.env.STEWARD_RESTARTS
  if (restarts === undefined) return
  const timer = setInterval(
    () => {
      if (missingBytes(temporaryFor, dataDir) > 0) return
      if (store !== null && runningReceipts(store).length > 0) return
      clearInterval(timer)
      log.info('disk has space again, restarting to move the data', { folder: dataDir, wanted: temporaryFor })
      restart()
    },
    checkEveryMs(Number(restarts)),
  )
  timer.unref()
}
