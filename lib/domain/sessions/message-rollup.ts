/**
 * Messages summed per session and hour, so that no page scans the messages table. A soft rewind or an
 * in-place compaction only sets `active = 0`. Such rows are still in the file, so they count.
 */
import { HOUR_MS } from '../../shared/time.ts'

export type MessageRole = 'user' | 'assistant' | 'tool' | 'other'

/** One message without its text. */
export type MessageFact = {
  readonly id: number
  readonly sessionId: string
  readonly role: MessageRole
  /** Null if the row has no plausible time. */
  readonly atMs: number | null
  readonly bytes: number
  readonly toolCalls: number
}

export type MessageCounts = {
  messages: number
  bytes: number
  userMessages: number
  assistantMessages: number
  toolMessages: number
  otherMessages: number
  toolCalls: number
}

/** Hours since the epoch. Messages without a plausible time are under hour 0. */
type HourRollup = MessageCounts & { readonly hour: number }

export type SessionRollup = MessageCounts & {
  readonly sessionId: string
  maxMessageId: number
  /** Sum of the ids' low 31 bits, to distinguish sets of rows of the same size. */
  idSum: number
  firstMs: number | null
  lastMs: number | null
  readonly hours: Map<number, HourRollup>
}

export function rollUpMessages(facts: Iterable<MessageFact>): Map<string, SessionRollup> {
  const sessions = new Map<string, SessionRollup>()
  for (const fact of facts) {
    const session = sessions.get(fact.sessionId) ?? emptySession(fact.sessionId)
    sessions.set(fact.sessionId, session)
    const hour = fact.atMs === null ? 0 : Math.floor(fact.atMs / HOUR_MS)
    const inHour = session.hours.get(hour) ?? { hour, ...emptyCounts() }
    session.hours.set(hour, inHour)
    count(session, fact)
    count(inHour, fact)
    session.maxMessageId = Math.max(session.maxMessageId, fact.id)
    session.idSum += fact.id & 0x7fffffff
    if (fact.atMs === null) continue
    session.firstMs = Math.min(session.firstMs ?? fact.atMs, fact.atMs)
    session.lastMs = Math.max(session.lastMs ?? fact.atMs, fact.atMs)
  }
  return sessions
}

const COUNTER_OF_ROLE = {
  user: 'userMessages',
  assistant: 'assistantMessages',
  tool: 'toolMessages',
  other: 'otherMessages',
} as const satisfies Record<MessageRole, keyof MessageCounts>

function count(counts: MessageCounts, fact: MessageFact): void {
  counts.messages += 1
  counts.bytes += fact.bytes
  counts.toolCalls += fact.toolCalls
  counts[COUNTER_OF_ROLE[fact.role]] += 1
}

const emptyCounts = (): MessageCounts => ({
  messages: 0,
  bytes: 0,
  userMessages: 0,
  assistantMessages: 0,
  toolMessages: 0,
  otherMessages: 0,
  toolCalls: 0,
})

const emptySession = (sessionId: string): SessionRollup => ({
  sessionId,
  ...emptyCounts(),
  maxMessageId: 0,
  idSum: 0,
  firstMs: null,
  lastMs: null,
  hours: new Map(),
})
