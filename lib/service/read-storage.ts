/** The whole home by class, with growth from our samples and what Hermes' own prune would do. */
import { readLastAutoPrune } from '../collect/read-last-auto-prune.ts'
import { type StorageReport, storageReport } from '../domain/storage-report.ts'
import type { HomeObserver } from './home-observer.ts'
import { oncePerPicture } from './once-per-picture.ts'

const shared = oncePerPicture<StorageReport>()

export async function readStorage(home: HomeObserver): Promise<StorageReport> {
  const judged = await home.judged()
  return shared(judged, () => {
    const lastRan = home.readDatabase((db, { capabilities }) => readLastAutoPrune(db, capabilities))
    const nowMs = home.now()
    const memory = home.memory?.recall(nowMs) ?? { storage: [], history: [] }
    return storageReport(judged, memory, lastRan.ok ? lastRan.value : null, nowMs)
  })
}
