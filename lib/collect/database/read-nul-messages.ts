/**
 * Finds messages with a NUL in the trigram index, in pieces, so that plans need not search for them. Texts are read
 * only where the index did not count every byte, which it does for plain ASCII.
 */
import type { TrigramFault } from '../../domain/database/trigrams.ts'
import type { StateDb } from './database-facts.ts'
import { type ComparedRow, messageComparer } from './message-comparer.ts'
import { readTrigramIndex } from './read-trigram-index.ts'

export type NulMessage = {
  readonly messageId: number
  readonly sessionId: string
  /** What the index counted when it was compared. If that has changed, the comparison is void. */
  readonly size: Buffer | null
  readonly fault: TrigramFault | null
}

export type NulPiece = {
  readonly found: readonly NulMessage[]
  /** Every message up to this id was compared. */
  readonly upTo: number
  readonly complete: boolean
}

/** Changes when every message must be compared again: Steward has another SQLite, or the index is another one or being built. */
export function readTrigramSignature(db: StateDb, tables: readonly string[]): string {
  const index = readTrigramIndex(db)
  if (index === null) return 'none'
  const isBuilding =
    tables.includes('state_meta') &&
    db.prepare("SELECT 1 FROM state_meta WHERE key = 'fts_rebuild_high_water'").get() !== undefined
  return isBuilding ? `${index.signature} building` : index.signature
}

const ROWS_AT_ONCE = 2_000
const BYTES_AT_ONCE = 1_000_000

/** The next piece after an id. `isOver` is called between texts of about a megabyte. */
export function readNulMessages(db: StateDb, afterId: number, isOver: () => boolean): NulPiece {
  const newest = db.prepare<[], number | null>('SELECT max(id) FROM messages').pluck().get() ?? 0
  const upTo = Math.min(newest, Number.MAX_SAFE_INTEGER)
  const index = readTrigramIndex(db)
  if (index === null || upTo <= afterId) return { found: [], upTo: Math.max(afterId, upTo), complete: true }
  const { rows, mayHaveNul, ...comparer } = messageComparer(db, index)
  const seen = [...rows('WHERE m.id > ? AND m.id <= ? ORDER BY m.id LIMIT ?')(afterId, upTo, ROWS_AT_ONCE)]
  const read = readerOf({ rows, mayHaveNul, ...comparer })
  const found: NulMessage[] = []
  let piece: ComparedRow[] = []
  let bytes = 0
  for (const row of seen) {
    if (!mayHaveNul(row)) continue
    const size = bytesOf(row)
    if (piece.length > 0 && bytes + size > BYTES_AT_ONCE) {
      found.push(...read(piece))
      if (isOver()) return { found, upTo: Number(row.id) - 1, complete: false }
      piece = []
      bytes = 0
    }
    piece.push(row)
    bytes += size
  }
  found.push(...read(piece))
  const complete = seen.length < ROWS_AT_ONCE
  return { found, upTo: complete ? upTo : Number(seen.at(-1)?.id ?? upTo), complete }
}

const MOST_BYTES_AGAIN = 16_000_000

/**
 * Those of some sessions, for messages that came back below ids already compared. Stops after some megabytes of
 * text: what is not found here is kept by the run, which compares again.
 */
export function readNulMessagesOf(db: StateDb, sessionIds: readonly string[], upToId: number): NulMessage[] {
  const index = readTrigramIndex(db)
  if (index === null || sessionIds.length === 0) return []
  const comparer = messageComparer(db, index)
  const ofSessions = comparer.rows('WHERE m.session_id IN (SELECT value FROM json_each(?)) AND +m.id <= ?')
  const candidates: ComparedRow[] = []
  let bytes = 0
  for (const row of ofSessions(JSON.stringify(sessionIds), upToId)) {
    if (!comparer.mayHaveNul(row)) continue
    candidates.push(row)
    bytes += bytesOf(row)
    if (bytes >= MOST_BYTES_AGAIN) break
  }
  return readerOf(comparer)(candidates)
}

const bytesOf = ({ octets }: ComparedRow): number =>
  octets.reduce<number>((sum, length) => sum + (length ?? 0), 0)

function readerOf({ rows, hasNul, faultOf }: ReturnType<typeof messageComparer>) {
  const withNul = rows(`WHERE m.id IN (SELECT value FROM json_each(?)) AND ${hasNul}`)
  return (candidates: readonly ComparedRow[]): NulMessage[] => {
    if (candidates.length === 0) return []
    return [...withNul(`[${candidates.map(({ id }) => id).join(',')}]`)].map((row) => ({
      messageId: Number(row.id),
      sessionId: row.sessionId,
      size: row.size,
      fault: faultOf(row),
    }))
  }
}

/** The sessions that must stay: those with a fault in a message whose count in the index is still the same. */
export function readTrigramFaults(
  db: StateDb,
  messages: readonly NulMessage[],
): ReadonlyMap<string, TrigramFault> {
  const faults = new Map<string, TrigramFault>()
  const index = readTrigramIndex(db)
  if (index === null) return faults
  const size = index.hasCounts
    ? db.prepare<[number], Buffer | null>('SELECT sz FROM messages_fts_trigram_docsize WHERE id = ?').pluck()
    : null
  for (const { messageId, sessionId, size: known, fault } of messages) {
    if (fault === null || faults.has(sessionId)) continue
    const now = size === null ? null : size.get(messageId)
    // Removed from the index, or indexed again: then the run compares.
    if (now === undefined || (now !== null && known !== null && !now.equals(known))) continue
    faults.set(sessionId, fault)
  }
  return faults
}
