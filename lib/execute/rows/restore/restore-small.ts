/** Restores small sessions, several per turn and each completely within one. */
import type { Outcome } from '../../../domain/plan/receipt/receipt.ts'
import { DONE, skip } from '../check-session.ts'
import type { HomeWriter } from '../open-writer.ts'
import type { Row } from '../row-text.ts'
import type { SavedSession } from '../saved-session.ts'
import { toOutcome } from '../write-fault.ts'
import { messageInserter } from './insert-messages.ts'
import { type LateLink, sessionInserter } from './insert-session.ts'

const AT_ONCE = { sessions: 100, messages: 1_000, bytes: 4_000_000 }

type Restored = { readonly id: string; readonly outcome: Outcome; readonly links: readonly LateLink[] }

export function smallRestorer(
  writer: HomeWriter,
  prompts: ReadonlyMap<string, Row>,
  finish: (restored: Restored) => void,
) {
  const sessions = sessionInserter(writer)
  const messages = messageInserter(writer)
  let pending: SavedSession[] = []
  let messageCount = 0
  let bytes = 0
  const insertOne = (line: SavedSession): Restored => {
    const put = sessions.insert(line, prompts)
    if (put === null) return { id: line.id, outcome: skip('place-taken'), links: [] }
    for (const message of line.messages) {
      messages.insert(message)
      messages.checkIndexed(message, line.tokens)
    }
    for (const message of line.messages) messages.makeEqual(message)
    return { id: line.id, outcome: DONE, links: put.links }
  }
  const flush = async (): Promise<void> => {
    const lines = pending
    pending = []
    messageCount = 0
    bytes = 0
    let aloneUntil = 0
    for (let at = 0; at < lines.length; ) {
      const limit = at < aloneUntil ? at + 1 : lines.length
      let tried = at
      const turn = await writer.turn((clock) => {
        const restored: Restored[] = []
        tried = at
        do {
          const line = lines[tried]
          tried += 1
          if (line !== undefined) restored.push(insertOne(line))
        } while (tried < limit && !clock.isOver())
        return restored
      })
      if (turn.ok) {
        for (const restored of turn.value) finish(restored)
        at += turn.value.length
      } else if (turn.fault.code === 'sqlite' && tried > at + 1) {
        // One damaged session must not block the others, so each of these is tried alone.
        aloneUntil = tried
      } else {
        finish({ id: lines[at]?.id ?? '', outcome: toOutcome(turn.fault), links: [] })
        at += 1
      }
    }
  }
  return {
    add: async (line: SavedSession): Promise<void> => {
      pending.push(line)
      messageCount += line.messages.length
      bytes += line.bytes
      const isFull =
        pending.length >= AT_ONCE.sessions || messageCount >= AT_ONCE.messages || bytes >= AT_ONCE.bytes
      if (isFull) await flush()
    },
    flush,
  }
}
