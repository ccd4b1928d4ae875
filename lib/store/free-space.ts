/** Returns deleted pages of steward.db to the disk, in steps short enough for other threads that write. */
import type { Store } from './open-store.ts'

const PAGES_AT_ONCE = 500
/** Enough for the next writes. */
const PAGES_KEPT = 250

export function freeSpace({ db }: Store): void {
  const free = () => Number(db.pragma('freelist_count', { simple: true }))
  if (free() <= PAGES_KEPT) return
  // Stores of earlier versions cannot shrink until they were rewritten once.
  if (db.pragma('auto_vacuum', { simple: true }) !== INCREMENTAL) {
    db.pragma(`auto_vacuum = ${INCREMENTAL}`)
    db.exec('VACUUM')
  }
  for (let pages = free(); pages > PAGES_KEPT; pages = free()) {
    db.pragma(`incremental_vacuum(${Math.min(PAGES_AT_ONCE, pages - PAGES_KEPT)})`)
    if (free() >= pages) break
  }
  // The file shrinks with the checkpoint. Never waits for readers.
  db.pragma('wal_checkpoint(PASSIVE)')
}

const INCREMENTAL = 2
