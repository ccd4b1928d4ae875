/**
 * Removes and restores rows of `gateway_routing`. The copy in sessions.json is handled in `execute/routes`.
 * Both require a stopped gateway.
 */
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { RouteTarget } from '../../domain/plan/target.ts'
import { parseBoundedJson } from '../../shared/bounded-json.ts'
import { DONE, skip } from './check-session.ts'
import type { Outcomes } from './delete-sessions.ts'
import { eachInTurns } from './each-in-turns.ts'
import type { HomeWriter } from './open-writer.ts'
import { readWithRetry } from './read-with-retry.ts'
import { differences } from './restore/insert-messages.ts'
import { asRow, encodeRow, parseExact, type Row } from './row-text.ts'
import { onlyColumns, quoteName, rowInserter, rowReader, type TableShape } from './table-shape.ts'

type Stop = { readonly stop: () => boolean }

/** One line for each row with these keys, in every scope. */
export function saveRoutes(
  { reader, tables }: Pick<HomeWriter, 'reader' | 'tables'>,
  targets: readonly RouteTarget[],
): string[] {
  if (tables.routes === null) return []
  const read = rowReader(reader, tables.routes, 'WHERE session_key = ? ORDER BY rowid')
  return readWithRetry(reader, () =>
    targets.flatMap(({ key }) => read(key).map((row) => `${encodeRow(row)}\n`)),
  )
}

/** By key. A row is kept if it names another session than planned or differs from the save. */
export function removeRoutes(
  writer: HomeWriter,
  targets: readonly RouteTarget[],
  saved: readonly string[] | null,
  { stop }: Stop,
): Promise<Outcomes> {
  const { routes } = writer.tables
  if (routes === null) return eachInTurns(writer, targets, keyOf, stop, () => skip('row-gone'))
  const read = rowReader(writer.db, routes, 'WHERE session_key = ? ORDER BY rowid')
  const remove = writer.db.prepare('DELETE FROM gateway_routing WHERE session_key = ?')
  const kept = saved === null ? null : new Set(saved.map((line) => line.trim()))
  return eachInTurns(writer, targets, keyOf, stop, ({ key, sessionId }): Outcome => {
    const rows = read(key)
    if (rows.length === 0) return skip('row-gone')
    const isSame = rows.every(
      (row) => sessionOf(row) === sessionId && (kept === null || kept.has(encodeRow(row))),
    )
    if (!isSame) return skip('row-changed')
    remove.run(key)
    return DONE
  })
}

/** By key. A key that is in use again is kept. */
export function restoreRoutes(
  writer: HomeWriter,
  saved: readonly string[],
  { stop }: Stop,
): Promise<Outcomes> {
  const rows = rowsOf(saved)
  const { routes } = writer.tables
  if (routes === null) return eachInTurns(writer, rows, rowKeyOf, stop, () => skip('place-taken'))
  const placeOf = placeReader(writer.db, routes)
  const insert = rowInserter(writer.db, routes.name)
  return eachInTurns(writer, rows, rowKeyOf, stop, (row): Outcome => {
    const place = placeOf(row)
    if (place === 'free') insert(onlyColumns(row, routes.columns))
    return place === 'taken' ? skip('place-taken') : DONE
  })
}

/** Keys of saved rows that are in use by others now. */
export function takenRoutes(
  { reader, tables }: Pick<HomeWriter, 'reader' | 'tables'>,
  saved: readonly string[],
): string[] {
  const rows = rowsOf(saved)
  if (tables.routes === null) return rows.map(rowKeyOf)
  const placeOf = placeReader(reader, tables.routes)
  return readWithRetry(reader, () => rows.filter((row) => placeOf(row) === 'taken').map(rowKeyOf))
}

/** What has the place of a saved row: nothing, the same row, or another. */
function placeReader(db: HomeWriter['db'], routes: TableShape): (row: Row) => 'free' | 'same' | 'taken' {
  const names = routes.key.length === 0 ? ['session_key'] : routes.key
  const read = rowReader(db, routes, `WHERE ${names.map((name) => `${quoteName(name)} IS ?`).join(' AND ')}`)
  return (row) => {
    const [stored] = read(...names.map((name) => row[name] ?? null))
    if (stored === undefined) return 'free'
    return differences(onlyColumns(row, routes.columns), stored).length === 0 ? 'same' : 'taken'
  }
}

/** The key of a saved row. */
export const savedKey = (line: string): string => rowsOf([line]).map(rowKeyOf).join()

const rowsOf = (saved: readonly string[]): Row[] =>
  saved.map((line) => asRow(parseExact(line))).filter((row) => row !== null)

const keyOf = ({ key }: RouteTarget): string => key
const rowKeyOf = (row: Row): string => String(row.session_key)

function sessionOf(row: Row): unknown {
  try {
    const entry: unknown = parseBoundedJson(String(row.entry_json))
    return typeof entry === 'object' && entry !== null && 'session_id' in entry ? entry.session_id : null
  } catch {
    // An unreadable entry is not the planned one.
    return null
  }
}
