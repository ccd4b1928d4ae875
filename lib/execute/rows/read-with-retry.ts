/**
 * Reads in one short transaction and retries while another process commits. Without a WAL, readers and
 * commits exclude each other, and SQLite's own busy handler polls too rarely to find a gap next to a busy
 * writer.
 */
import type { Database } from 'better-sqlite3'
import { isBusy } from './write-fault.ts'

const RETRY_FOR_MS = 60_000
const RETRY_EVERY_MS = 2

/** Synchronous on purpose: no other code runs between the attempts. */
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
