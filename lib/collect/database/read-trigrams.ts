/** Answers, for one open database, whether our SQLite may change a message without damaging the trigram index. */
import {
  isSameCounts,
  type ReturningMessage,
  readTokenCounts,
  type SearchedTexts,
  type TokenCounts,
  type TrigramFault,
  type Trigrams,
} from '../../domain/database/trigrams.ts'
import { LARGEST_TEXT, tokenCounter } from './count-tokens.ts'
import type { StateDb } from './database-facts.ts'
import { type ComparedRow, messageComparer } from './message-comparer.ts'
import { readTrigramIndex, type TrigramIndex } from './read-trigram-index.ts'

export function readTrigrams(db: StateDb): Trigrams {
  const index = readTrigramIndex(db)
  if (index === null) return NO_INDEX
  const { rows, hasNul, faultOf } = messageComparer(db, index)
  const ofSession = rows(`WHERE m.session_id = ? AND ${hasNul}`)
  const ofMessages = rows(`WHERE m.id IN (SELECT value FROM json_each(?)) AND ${hasNul}`)
  const ofAny = rows(`WHERE ${hasNul}`)
  const counted = countedReader(db, index)
  const firstFault = (found: Iterable<ComparedRow>): TrigramFault | null => {
    // Collected first, because a handle runs no other statement while one is iterated.
    for (const row of [...found]) {
      const fault = faultOf(row)
      if (fault !== null) return fault
    }
    return null
  }
  return {
    ofSession: (id) => firstFault(ofSession(id)),
    ofMessages: (ids) => firstFault(ofMessages(`[${ids.join(',')}]`)),
    ofAnyMessage: () => firstFault(ofAny()),
    ofCopiedMessage: () => (index.columns === null ? firstFault(ofAny()) : null),
    counted,
    ofReturning: (message) => ofReturning(index, message),
    isAsRecorded: (id, { texts, recorded }) => {
      const now = counted(id)
      if (now === null || isNeutral(index, texts)) return true
      return Array.isArray(recorded) && isSameCounts(now, recorded)
    },
  }
}

const NO_INDEX: Trigrams = {
  ofSession: () => null,
  ofMessages: () => null,
  ofAnyMessage: () => null,
  ofCopiedMessage: () => null,
  counted: () => null,
  ofReturning: () => null,
  isAsRecorded: () => true,
}

function countedReader(db: StateDb, { hasCounts }: TrigramIndex): (id: bigint) => TokenCounts | null {
  if (!hasCounts) return () => null
  const size = db
    .prepare<[bigint], Buffer | null>('SELECT sz FROM messages_fts_trigram_docsize WHERE id = ?')
    .pluck()
  return (id) => {
    const bytes = size.get(id)
    return Buffer.isBuffer(bytes) ? readTokenCounts(bytes) : null
  }
}

/**
 * Without a record, it was removed by a Steward that did not compare. With null, it was not in the index and would
 * be now. Either is put back only if every SQLite counts the same.
 */
function ofReturning(index: TrigramIndex, message: ReturningMessage): TrigramFault | null {
  const { recorded, texts } = message
  if (isLeftOut(index, message) || isNeutral(index, texts)) return null
  if (index.tokenizer === null || isTooLarge(texts)) return 'trigram-unchecked'
  if (recorded === undefined || recorded === null) return 'trigram-mismatch'
  // A copy of its own may contain less than the message. Then the run compares after the insert.
  if (index.columns === null && message.role === 'tool') return null
  const counter = tokenCounter(index.tokenizer)
  const now = textsOf(index, texts).map((text) => counter.count(text))
  return isSameCounts(now, recorded) ? null : 'trigram-mismatch'
}

/** The texts have the same trigrams whether or not a SQLite stops at a NUL. */
function isNeutral(index: TrigramIndex, texts: SearchedTexts): boolean {
  if (index.tokenizer === null || isTooLarge(texts)) return false
  const counter = tokenCounter(index.tokenizer)
  return textsOf(index, texts).every((text) => {
    const nul = text.indexOf(0)
    return nul < 0 || counter.isCount(text, counter.count(text.subarray(0, nul)))
  })
}

const isTooLarge = (texts: SearchedTexts): boolean =>
  Object.values(texts).reduce((sum, text) => sum + (text?.length ?? 0), 0) > LARGEST_TEXT

const SPACE = Buffer.from(' ')
const NOTHING = new Uint8Array()

function textsOf({ columns }: TrigramIndex, texts: SearchedTexts): Uint8Array[] {
  if (columns !== null) return columns.map((name) => texts[name] ?? NOTHING)
  const { content, tool_name: name, tool_calls: calls } = texts
  return [Buffer.concat([content ?? NOTHING, SPACE, name ?? NOTHING, SPACE, calls ?? NOTHING])]
}

/** As the insert trigger says. What it does is checked after the insert. */
function isLeftOut({ leavesOut }: TrigramIndex, { role, source, modelConfig }: ReturningMessage): boolean {
  if (leavesOut.tool && role === 'tool') return true
  if (typeof source === 'string' && leavesOut.sources.includes(source)) return true
  return leavesOut.delegates && typeof modelConfig === 'string' && modelConfig.includes('"_delegate_from"')
}
