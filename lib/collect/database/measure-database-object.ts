/** One object's pages, by SQLite's own accounting, in one statement that stops when it is told to. */
import type { ObjectSize } from '../../domain/database/database-count.ts'
import type { StateDb } from './database-facts.ts'
import type { ListedObject } from './list-database-objects.ts'

/** Thrown out of a statement that has run long enough, or is not wanted any more. */
export class StopReading extends Error {}

/** `mayGoOn` is asked every few dozen pages. */
export function measureDatabaseObject(
  db: StateDb,
  object: ListedObject,
  shouldContinue: () => boolean,
): ObjectSize | null {
  db.function('may_go_on', { directOnly: true }, () => {
    if (!shouldContinue()) throw new StopReading()
    return 1
  })
  const sums = db
    .prepare<[string], { bytes: number | null; unusedBytes: number | null; leaf: number; inner: number }>(
      SELECT_SUMS,
    )
    .get(object.name)
  if (sums === undefined || sums.bytes === null) return null
  return {
    bytes: sums.bytes,
    unusedBytes: sums.unusedBytes ?? 0,
    rows: object.rowsOnInnerPages ? sums.leaf + sums.inner : sums.leaf,
  }
}

/** Not dbstat's own aggregate: it does not tell rows from the signposts on inner pages. */
const SELECT_SUMS = `
  SELECT sum(pgsize) AS bytes, sum(unused) AS unusedBytes,
    total(ncell) FILTER (WHERE pagetype = 'leaf') AS leaf,
    total(ncell) FILTER (WHERE pagetype = 'internal') AS inner
  FROM dbstat WHERE name = ? AND (pageno & 63 <> 0 OR may_go_on())`
