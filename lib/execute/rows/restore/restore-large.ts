/**
 * Restores a session too large for one turn: first its row, then its messages line by line. If that fails, it
 * is removed again.
 */
import type { Outcome } from '../../../domain/plan/receipt/receipt.ts'
import { DONE, skip } from '../check-session.ts'
import type { HomeWriter } from '../open-writer.ts'
import type { Row } from '../row-text.ts'
import { readSaved, type SavedLines } from '../saved-rows.ts'
import type { SavedLine, SavedSession } from '../saved-session.ts'
import { toOutcome, type WriteFault } from '../write-fault.ts'
import { messageInserter, runInTurns } from './insert-messages.ts'
import { type LateLink, sessionInserter } from './insert-session.ts'
import { undoRestore } from './undo-restore.ts'

export type LargeRestored = { readonly outcome: Outcome; readonly links: readonly LateLink[] }

export function largeRestorer(
  writer: HomeWriter,
  prompts: ReadonlyMap<string, Row>,
  lines: () => SavedLines,
): (line: SavedLine) => Promise<LargeRestored> {
  const sessions = sessionInserter(writer)
  const messages = messageInserter(writer)
  const movesOrder = writer.tables.messages.columns.includes('display_order')
  let isNew = false
  const begin = async (line: SavedSession): Promise<LargeRestored> => {
    const turn = await writer.turn(() => sessions.insert(line, prompts))
    if (!turn.ok) return { outcome: toOutcome(turn.fault), links: [] }
    if (turn.value === null) return { outcome: skip('place-taken'), links: [] }
    isNew = turn.value.isNew
    return { outcome: DONE, links: turn.value.links }
  }
  const insertMessages = async (line: SavedLine): Promise<WriteFault | null> => {
    const fault =
      (await runInTurns(writer, line.messages, (row) => {
        messages.insert(row)
        messages.checkIndexed(row, line.tokens)
      })) ?? (await runInTurns(writer, line.messages, messages.makeEqual))
    if (fault !== null || line.more || !movesOrder) return fault
    // Inserting later messages may have changed the order of earlier ones.
    for await (const again of readSaved(lines())) {
      const late = again.id === line.id ? await runInTurns(writer, again.messages, messages.makeEqual) : null
      if (late !== null) return late
    }
    return null
  }
  return async (line) => {
    const begun = line.kind === 'session' ? await begin(line) : { outcome: DONE, links: [] }
    if (begun.outcome.kind !== 'done') return begun
    const fault = await insertMessages(line)
    if (fault === null) return begun
    const isUndone = isNew && (await undoRestore(writer, line.id, newestOf(line.messages))) === null
    return { outcome: isUndone ? toOutcome(fault) : unfinished(fault), links: [] }
  }
}

const newestOf = (messages: readonly Row[]): bigint => {
  const last = messages.at(-1)?.id
  return typeof last === 'bigint' ? last : 0n
}

const unfinished = ({ message }: WriteFault): Outcome => ({
  kind: 'failed',
  code: 'unfinished',
  message: `Only some of its messages are back; restore it again to finish. ${message}`,
})
