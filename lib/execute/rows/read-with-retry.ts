/**
 * Reads in one short transaction, and again while somebody commits. Without a WAL readers and commits shut each other
 * out, and SQLite's own waiting looks more and more rarely: beside a busy writer it would look past every gap.
 */
import type { Database } from 'better-sqlite3'
import { isBusy } from './write-fault.ts'

const RETRY_FOR_MS = 60_000
const RETRY_EVERY_MS = 2

/** Synchronous on purpose: a read is finished in one tick or not at all. */
export function readWithRetry<T>(db: Database, read: () => T): T {
  const transaction = db.transaction(read)
  const giveUpAt = performance.now() + RETRY_FOR_MS
  const timeoutMs = Number(db.pragma('busy_timeout', { simple: true }))
  db.pragma('busy_timeout = 0')
  try {
    for (;;) {
      try {
        return transaction()
      } catch (error) {
        if (!isBusy(error) || performance.now() > giveUpAt) throw error
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_EVERY_MS)
      }
    }
  } finally {
    db.pragma(`busy_timeout = ${timeoutMs}`)
  }
}
