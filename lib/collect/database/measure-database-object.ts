/** Measures one object's pages with dbstat, in one statement that can be stopped. */
import type { ObjectSize } from '../../domain/database/database-count.ts'
import type { StateDb } from './database-facts.ts'
import type { ListedObject } from './list-database-objects.ts'

/** Thrown from a statement that timed out or was canceled. */
export class StopReading extends Error {}

/** `shouldContinue` is called every few dozen pages. */
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

/** dbstat's own aggregate does not tell rows from the keys on inner pages. */
const SELECT_SUMS = `
  SELECT sum(pgsize) AS bytes, sum(unused) AS unusedBytes,
    total(ncell) FILTER (WHERE pagetype = 'leaf') AS leaf,
    total(ncell) FILTER (WHERE pagetype = 'internal') AS inner
  FROM dbstat WHERE name = ? AND (pageno & 63 <> 0 OR may_go_on())`
