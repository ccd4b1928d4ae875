/** Size of a session, for splitting batches and to know what does not fit in one turn, or not in memory. */
import type { Database } from 'better-sqlite3'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { describeTooLarge, LARGEST_ROW_BYTES } from '../../domain/sessions/largest-row.ts'
import { skip } from './check-session.ts'
import type { HomeTables } from './home-tables.ts'
import { quoteName, type TableShape } from './table-shape.ts'

export type SessionSize = {
  readonly messages: number
  readonly bytes: number
  /** The largest row of any table that is saved with it. */
  readonly largestRow: number
}

/** More may not fit in one turn, with both full-text indexes on a slow machine. */
const LARGE = { messages: 200, bytes: 400_000 }

export const isLarge = ({ messages, bytes }: Omit<SessionSize, 'largestRow'>): boolean =>
  messages > LARGE.messages || bytes > LARGE.bytes

/** Null if each of its rows can be handled within the server's memory. */
export const refuseTooLarge = ({ largestRow }: SessionSize): Outcome | null =>
  largestRow > LARGEST_ROW_BYTES
    ? skip('too-large', `${describeTooLarge(largestRow)} It was left as it is.`)
    : null

/** Reads lengths only. 0 for a session without messages or one that is gone. */
export function sessionSizeReader(
  db: Database,
  { messages, sessions, sides, prompts, promptColumns }: HomeTables,
): (sessionId: string) => SessionSize {
  const octets = rowBytes(messages)
  const ofMessages = db.prepare<[string], SessionSize>(
    `SELECT count(*) AS messages, coalesce(sum(${octets}), 0) AS bytes, coalesce(max(${octets}), 0) AS largestRow
     FROM messages WHERE session_id = ?`,
  )
  const beside = [
    `SELECT ${rowBytes(sessions)} FROM sessions WHERE id = @id`,
    ...sides.map(
      ({ shape, column }) =>
        `SELECT max(${rowBytes(shape)}) FROM ${quoteName(shape.name)} WHERE ${column} = @id`,
    ),
    ...(prompts === null
      ? []
      : promptColumns.map(
          (column) =>
            `SELECT ${rowBytes(prompts)} FROM ${quoteName(prompts.name)}
             WHERE hash = (SELECT ${quoteName(column)} FROM sessions WHERE id = @id)`,
        )),
  ]
  const largestBeside = db
    .prepare<{ id: string }, number>(
      `SELECT coalesce(max(bytes), 0) FROM (${beside.map((select) => `SELECT (${select}) AS bytes`).join(' UNION ALL ')})`,
    )
    .pluck()
  return (id) => {
    const size = ofMessages.get(id) ?? { messages: 0, bytes: 0, largestRow: 0 }
    return { ...size, largestRow: Math.max(size.largestRow, largestBeside.get({ id }) ?? 0) }
  }
}

/** An octet length needs only the row's header, so a large value is not read. */
export const rowBytes = ({ columns }: TableShape): string =>
  columns.map((name) => `coalesce(octet_length(${quoteName(name)}), 0)`).join(' + ')
