/** The whole home by class, with growth from Steward's samples and the effect of Hermes' auto-prune. */
import { readLastAutoPrune } from '../../collect/database/read-last-auto-prune.ts'
import type { DatabaseCount } from '../../domain/database/database-count.ts'
import type { AssessedHome } from '../../domain/home/assessed-home.ts'
import type { StorageAnswer } from '../../domain/storage/own-storage.ts'
import { type StorageReport, storageReport } from '../../domain/storage/storage-report.ts'
import { SECOND_MS } from '../../shared/time.ts'
import type { StoreContext } from '../../store/store-context.ts'
import type { HomeObserver } from '../observe/home-observer.ts'
import { memoizePerSnapshot } from '../observe/memoize-per-snapshot.ts'
import { readDatabaseCountState } from '../observe/read-database-count-state.ts'
import { snapshotFindings } from '../observe/snapshot-findings.ts'
import { readOwnStorage } from './read-own-storage.ts'

const shared = memoizePerSnapshot<Promise<StorageReport>>()

/** An observation up to this age is reused, so that not every request reads the home. */
const FRESH_MS = 5 * SECOND_MS

export async function readStorage(
  home: HomeObserver,
  _: null,
  context: StoreContext,
): Promise<StorageAnswer> {
  const assessed = await home.assessed(FRESH_MS)
  const storage = await shared(assessed, () => report(home, assessed))
  // Not shared: a receipt may have been purged since the last snapshot.
  return { ...storage, ...readOwnStorage(home.home, context) }
}

async function report(home: HomeObserver, assessed: AssessedHome): Promise<StorageReport> {
  const databaseCount = await lastCount(home, assessed)
  const lastRan = home.readDatabase((db, { capabilities }) => readLastAutoPrune(db, capabilities))
  const nowMs = home.now()
  const known = {
    memory: home.memory?.recall(nowMs) ?? { storage: [], history: [] },
    lastAutoPruneMs: lastRan.ok ? lastRan.value : null,
    databaseCount,
  }
  return storageReport(assessed, known, nowMs, snapshotFindings(assessed, nowMs))
}

/** A count of any age is used, because it only divides the file into parts. Without one, starts a count. */
async function lastCount(home: HomeObserver, assessed: AssessedHome): Promise<DatabaseCount | null> {
  if (!assessed.snapshot.database.ok) return null
  const remembered = home.memory?.readDatabaseCount() ?? null
  return remembered ?? (await readDatabaseCountState(home, assessed, 'if-needed', 0)).count
}
