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
import { onlyColumns, quoteName, rowInserter, rowReader } from './table-shape.ts'

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
  const rows = saved.map((line) => asRow(parseExact(line))).filter((row) => row !== null)
  const { routes } = writer.tables
  if (routes === null) return eachInTurns(writer, rows, rowKeyOf, stop, () => skip('place-taken'))
  const byKey = routes.key.map((name) => `${quoteName(name)} IS ?`).join(' AND ')
  const read = rowReader(writer.db, routes, `WHERE ${byKey || 'session_key IS ?'}`)
  const insert = rowInserter(writer.db, routes.name)
  return eachInTurns(writer, rows, rowKeyOf, stop, (row): Outcome => {
    const names = byKey === '' ? ['session_key'] : routes.key
    const [stored] = read(...names.map((name) => row[name] ?? null))
    const own = onlyColumns(row, routes.columns)
    if (stored !== undefined) return differences(own, stored).length === 0 ? DONE : skip('place-taken')
    insert(own)
    return DONE
  })
}

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
