/**
 * Restores saved messages exactly. Triggers update the full-text index. If a trigger of Hermes changes a
 * column, the saved value is written again.
 */
import type { Statement } from 'better-sqlite3'
import type { Trigrams } from '../../../domain/database/trigrams.ts'
import type { HomeWriter } from '../open-writer.ts'
import { encodeValue, hasNul, type Row, searchedTexts } from '../row-text.ts'
import { readSaved, type SavedLines } from '../saved-rows.ts'
import type { SavedTokens } from '../saved-session.ts'
import { onlyColumns, placeholderFor, quoteName, rowInserter, rowReader, toBinding } from '../table-shape.ts'
import { IndexedOtherwiseError, UnequalError, unreadable, type WriteFault } from '../write-fault.ts'
import type { TurnClock } from '../write-turns.ts'

export type MessageInserter = {
  /** Keeps a message that already exists. */
  readonly insert: (row: Row) => void
  /** After `insert`, in the same turn. Throws if the search index counted it differently than before. */
  readonly checkIndexed: (row: Row, tokens: SavedTokens) => void
  /** Writes the saved values again if they differ. Throws if they still differ. */
  readonly makeEqual: (row: Row) => void
}

export function messageInserter({ db, tables, readTrigrams }: HomeWriter): MessageInserter {
  let trigrams: Trigrams | null = null
  const { columns } = tables.messages
  const insert = rowInserter(db, 'messages')
  const present = db.prepare<[bigint], number>('SELECT 1 FROM messages WHERE id = ?').pluck()
  const read = rowReader(db, tables.messages, 'WHERE id = ?')
  const updates = new Map<string, Statement>()
  const update = (row: Row, names: readonly string[]) => {
    const sets = names.map((name) => `${quoteName(name)} = ${placeholderFor(row[name] ?? null)}`).join(', ')
    const sql = `UPDATE messages SET ${sets} WHERE id = ?`
    const statement = updates.get(sql) ?? db.prepare(sql)
    updates.set(sql, statement)
    statement.run([...names.map((name) => toBinding(row[name] ?? null)), row.id])
  }
  return {
    insert: (row) => {
      if (present.get(idOf(row)) === undefined) insert(onlyColumns(row, columns))
    },
    checkIndexed: (row, tokens) => {
      if (!hasNul(row)) return
      trigrams ??= readTrigrams(db)
      const recorded = tokens[idOf(row).toString()]
      if (!trigrams.isAsRecorded(idOf(row), { texts: searchedTexts(row), recorded }))
        throw new IndexedOtherwiseError()
    },
    makeEqual: (saved) => {
      const row = onlyColumns(saved, columns)
      const different = differences(row, read(idOf(row))[0])
      if (different.length === 0) return
      update(row, different)
      if (differences(row, read(idOf(row))[0]).length > 0) throw new UnequalError()
    },
  }
}

export const differences = (saved: Row, stored: Row | null | undefined): string[] =>
  Object.keys(saved).filter(
    (name) =>
      stored === undefined ||
      stored === null ||
      !(name in stored) ||
      encodeValue(saved[name] ?? null) !== encodeValue(stored[name] ?? null),
  )

const idOf = (row: Row): bigint => (typeof row.id === 'bigint' ? row.id : -1n)

/** Inserts all messages of a session and then makes them equal, over several turns. Null on success. */
export async function insertAllMessages(
  writer: HomeWriter,
  sessionId: string,
  lines: () => SavedLines,
): Promise<WriteFault | null> {
  const inserter = messageInserter(writer)
  try {
    for (const act of [inserter.insert, inserter.makeEqual]) {
      for await (const line of readSaved(lines())) {
        const fault = line.id === sessionId ? await runInTurns(writer, line.messages, act) : null
        if (fault !== null) return fault
      }
    }
    return null
  } catch (error) {
    // The save cannot be read, so the session stays incomplete until it can.
    return unreadable(error)
  }
}

/** Runs `act` on each row, over several turns. Null on success. */
export async function runInTurns(
  writer: HomeWriter,
  rows: readonly Row[],
  act: (row: Row) => void,
): Promise<WriteFault | null> {
  for (let at = 0; at < rows.length; ) {
    const turn = await writer.turn((clock) => actUntilOver(rows, at, act, clock))
    if (!turn.ok) return turn.fault
    at = turn.value
  }
  return null
}

function actUntilOver(rows: readonly Row[], from: number, act: (row: Row) => void, clock: TurnClock): number {
  let at = from
  do {
    const row = rows[at]
    if (row !== undefined) act(row)
    at += 1
  } while (at < rows.length && !clock.isOver())
  return at
}
