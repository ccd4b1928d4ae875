/** Git's writes to checkpoint stores that have begun and whose locks are not known to be gone. */
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

/** A lock file: its name, and what distinguishes it from a later one of the same name. */
export type RecordedLock = { readonly name: string; readonly ino: string; readonly ctimeNs: string }

export type GitWrite = {
  /** Of the run, restore or expired trash it belongs to. */
  readonly receiptId: string
  readonly writeNo: number
  readonly begunMs: number
  /** Null: those of a gc. */
  readonly mayTake: readonly string[] | null
  readonly foundBefore: readonly RecordedLock[]
  readonly leftBehind: readonly RecordedLock[] | null
}

/** On disk when this returns, if the store is durable. */
export function beginGitWrite(
  store: Store,
  { receiptId, begunMs, mayTake, foundBefore }: Omit<GitWrite, 'writeNo' | 'leftBehind'>,
): void {
  prepared(
    store,
    'INSERT INTO git_write (receipt_id, begun_ms, may_take, found_before) VALUES (?, ?, ?, ?)',
  ).run(receiptId, begunMs, mayTake === null ? null : JSON.stringify(mayTake), JSON.stringify(foundBefore))
}

export function setLeftBehind(store: Store, writeNo: number, locks: readonly RecordedLock[]): void {
  prepared(store, 'UPDATE git_write SET left_behind = ? WHERE write_no = ?').run(
    JSON.stringify(locks),
    writeNo,
  )
}

export const endGitWrite = (store: Store, writeNo: number): void => {
  prepared(store, 'DELETE FROM git_write WHERE write_no = ?').run(writeNo)
}

/** Of all homes. */
export const openGitWrites = (store: Store): GitWrite[] =>
  prepared<GitWriteRow>(store, 'SELECT * FROM git_write ORDER BY write_no')
    .all()
    .map((row) => ({
      writeNo: row.write_no,
      receiptId: row.receipt_id,
      begunMs: row.begun_ms,
      mayTake: row.may_take === null ? null : JSON.parse(row.may_take),
      foundBefore: JSON.parse(row.found_before),
      leftBehind: row.left_behind === null ? null : JSON.parse(row.left_behind),
    }))

type GitWriteRow = {
  write_no: number
  receipt_id: string
  begun_ms: number
  may_take: string | null
  found_before: string
  left_behind: string | null
}
