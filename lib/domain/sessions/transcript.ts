/** A preview of a transcript: a few messages at a time, each shortened and made safe to display. */
import { type CursorPart, decodeCursor, encodeCursor } from '../../shared/cursor.ts'
import { toIso } from '../../shared/time.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { contentText, namesIn } from './message-content.ts'

export type TranscriptQuery = {
  readonly cursor: string | null
  readonly from: 'start' | 'end'
  readonly limit: number
}

/** Which messages: after or before one of them, or from an end. */
export type TranscriptPlace = { readonly direction: 'after' | 'before'; readonly id: number | null }

/** One message as read: `head` is the beginning of its content, no more. */
export type MessageHead = {
  readonly id: number
  readonly role: string
  readonly atMs: number | null
  readonly toolName: string | null
  readonly bytes: number
  readonly contentBytes: number
  /** Null if there is none, or if it is too large to read. */
  readonly head: string | null
  readonly headIsAll: boolean
  /** The beginning of the calls it makes, as stored. */
  readonly callsHead: string | null
  readonly active: boolean
  readonly compacted: boolean
}

export type TranscriptMessage = {
  readonly id: number
  readonly role: string
  readonly at: string | null
  readonly tool: string | null
  /** Names of the tools it calls. */
  readonly calls: readonly string[]
  readonly bytes: number
  readonly text: string
  readonly truncated: boolean
  /** Rewound and compacted messages are no longer sent to the model. */
  readonly standing: 'shown' | 'compacted' | 'rewound'
}

export type TranscriptPage = {
  /** Oldest first. */
  readonly items: readonly TranscriptMessage[]
  readonly nextCursor: string | null
  readonly previousCursor: string | null
}

/** Null for a cursor that Steward did not issue. */
export function transcriptPlace({ cursor, from }: TranscriptQuery): TranscriptPlace | null {
  if (cursor === null) return { direction: from === 'start' ? 'after' : 'before', id: null }
  const parts = decodeCursor(cursor)
  if (parts === null || parts.length !== 2) return null
  const [direction, id] = parts
  return isDirection(direction) && Number.isSafeInteger(id) && typeof id === 'number'
    ? { direction, id }
    : null
}

const isDirection = (part: CursorPart | undefined): part is TranscriptPlace['direction'] =>
  part === 'after' || part === 'before'

/** `heads` has up to one more than `limit` in the paging direction, to detect whether there are more. */
export function transcriptPage(
  heads: readonly MessageHead[],
  { direction, id }: TranscriptPlace,
  limit: number,
): TranscriptPage {
  const shown = heads.slice(0, limit).sort((a, b) => a.id - b.id)
  const more = heads.length > limit
  const first = shown[0]
  const last = shown.at(-1)
  // Arriving by a cursor means that there are messages on the other side.
  const newer = direction === 'after' ? more : id !== null
  const older = direction === 'before' ? more : id !== null
  return {
    items: shown.map(messageOf),
    nextCursor: newer && last !== undefined ? encodeCursor(['after', last.id]) : null,
    previousCursor: older && first !== undefined ? encodeCursor(['before', first.id]) : null,
  }
}

const CALLS_SHOWN = 20
const NAME_SIGNS = 200

const messageOf = (message: MessageHead): TranscriptMessage => ({
  id: message.id,
  role: visibleText(message.role.slice(0, NAME_SIGNS)),
  at: toIso(message.atMs),
  tool: message.toolName === null ? null : visibleText(message.toolName.slice(0, NAME_SIGNS)),
  calls: namesIn(message.callsHead ?? '')
    .slice(0, CALLS_SHOWN)
    .map((name) => visibleText(name.slice(0, NAME_SIGNS))),
  bytes: message.bytes,
  text: visibleText(contentText(message.head ?? '')),
  truncated: !message.headIsAll,
  standing: message.compacted ? 'compacted' : message.active ? 'shown' : 'rewound',
})
