/** Size of a session, for splitting batches and to know what does not fit in one turn, or not in memory. */
import type { Database } from 'better-sqlite3'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import {
  describeTooLarge,
  describeTooLargeBeside,
  LARGEST_ROW_BYTES,
} from '../../domain/sessions/largest-row.ts'
import { skip } from './check-session.ts'
import type { HomeTables } from './home-tables.ts'
import { quoteName, type TableShape } from './table-shape.ts'

export type SessionSize = {
  readonly messages: number
  readonly bytes: number
  readonly largestMessage: number
  /** Of its row, prompts, usage and bindings, which are read at once. */
  readonly besideBytes: number
}

/** More may not fit in one turn, with both full-text indexes on a slow machine. */
const LARGE = { messages: 200, bytes: 400_000 }

export const isLarge = ({ messages, bytes }: Pick<SessionSize, 'messages' | 'bytes'>): boolean =>
  messages > LARGE.messages || bytes > LARGE.bytes

/** Null if it can be handled within the server's memory. */
export function refuseTooLarge({ largestMessage, besideBytes }: SessionSize): Outcome | null {
  const refuse = (words: string) => skip('too-large', `${words} It was left as it is.`)
  if (largestMessage > LARGEST_ROW_BYTES) return refuse(describeTooLarge(largestMessage))
  return besideBytes > LARGEST_ROW_BYTES ? refuse(describeTooLargeBeside(besideBytes)) : null
}

/** Reads lengths only. 0 for a session without messages or one that is gone. */
export function sessionSizeReader(
  db: Database,
  { messages, sessions, sides, prompts, promptColumns }: HomeTables,
): (sessionId: string) => SessionSize {
  const octets = rowBytes(messages)
  const ofMessages = db.prepare<[string], Omit<SessionSize, 'besideBytes'>>(
    `SELECT count(*) AS messages, coalesce(sum(${octets}), 0) AS bytes, coalesce(max(${octets}), 0) AS largestMessage
     FROM messages WHERE session_id = ?`,
  )
  const beside = [
    `SELECT ${rowBytes(sessions)} FROM sessions WHERE id = @id`,
    ...sides.map(
      ({ shape, column }) =>
        `SELECT sum(${rowBytes(shape)}) FROM ${quoteName(shape.name)} WHERE ${column} = @id`,
    ),
    ...(prompts === null
      ? []
      : promptColumns.map(
          (column) =>
            `SELECT ${rowBytes(prompts)} FROM ${quoteName(prompts.name)}
             WHERE hash = (SELECT ${quoteName(column)} FROM sessions WHERE id = @id)`,
        )),
  ]
  const ofBeside = db
    .prepare<{ id: string }, number>(
      `SELECT coalesce(sum(bytes), 0) FROM (${beside.map((select) => `SELECT (${select}) AS bytes`).join(' UNION ALL ')})`,
    )
    .pluck()
  return (id) => {
    const size = ofMessages.get(id) ?? { messages: 0, bytes: 0, largestMessage: 0 }
    return { ...size, besideBytes: ofBeside.get({ id }) ?? 0 }
  }
}

/** An octet length needs only the row's header, so a large value is not read. */
export const rowBytes = ({ columns }: TableShape): string =>
  columns.map((name) => `coalesce(octet_length(${quoteName(name)}), 0)`).join(' + ')
