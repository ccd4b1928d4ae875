/**
 * Compares messages with what the trigram index counted of them. Every statement joins the index' own counts, so
 * messages it does not contain, such as tool output, are never read.
 */
import { isPlainAscii, readTokenCounts, type TrigramFault } from '../../domain/database/trigrams.ts'
import { LARGEST_TEXT, tokenCounter } from './count-tokens.ts'
import type { StateDb } from './database-facts.ts'
import type { TrigramIndex } from './read-trigram-index.ts'

export type ComparedRow = {
  readonly id: bigint
  readonly sessionId: string
  /** What the index counted, as it stores it. Null if it stores nothing. */
  readonly size: Buffer | null
  readonly octets: readonly (number | null)[]
}

export type MessageComparer = {
  /** Messages in the index, without reading their texts. The tail is a SQL literal, never input. */
  readonly rows: (tail: string) => (...values: unknown[]) => IterableIterator<ComparedRow>
  /** The condition for a NUL. It reads the texts, except those too large for it. */
  readonly hasNul: string
  readonly faultOf: (row: ComparedRow) => TrigramFault | null
  /** False if the texts need not be read, because they have no NUL. */
  readonly mayHaveNul: (row: ComparedRow) => boolean
}

export function messageComparer(db: StateDb, index: TrigramIndex): MessageComparer {
  const texts = index.columns === null ? ['c.c0'] : index.columns.map((name) => `m.${name}`)
  // In this order, because the planner may otherwise walk the whole index.
  const from = [
    'FROM messages AS m',
    ...(index.columns === null ? ['CROSS JOIN messages_fts_trigram_content AS c ON c.id = m.id'] : []),
    ...(index.hasCounts ? ['CROSS JOIN messages_fts_trigram_docsize AS d ON d.id = m.id'] : []),
  ].join(' ')
  const octets = texts.map((text) => `octet_length(${text})`)
  const head = `SELECT m.id, m.session_id, ${index.hasCounts ? 'd.sz' : 'NULL'}, ${octets.join(', ')} ${from}`
  const bytes = db
    .prepare<[bigint], (Buffer | null)[]>(
      `SELECT ${texts.map((text) => `CAST(${text} AS BLOB)`).join(', ')} ${from} WHERE m.id = ?`,
    )
    .raw()
  const counter = index.tokenizer === null ? null : tokenCounter(index.tokenizer)
  return {
    rows: (tail) => {
      const statement = db.prepare<unknown[], unknown[]>(`${head} ${tail}`).raw().safeIntegers()
      return (...values) => toRows(statement.iterate(...values))
    },
    hasNul: `(${texts
      .map((text) => `(octet_length(${text}) > ${LARGEST_TEXT} OR instr(CAST(${text} AS BLOB), x'00') > 0)`)
      .join(' OR ')})`,
    mayHaveNul: ({ size, octets: lengths }) => {
      const counts = size === null ? null : readTokenCounts(size)
      return counts === null || !isPlainAscii(lengths, counts)
    },
    faultOf: ({ id, size, octets: lengths }) => {
      const counts = size === null ? null : readTokenCounts(size)
      if (counter === null || counts === null || counts.length !== texts.length) return 'trigram-unchecked'
      if (lengths.some((length) => (length ?? 0) > LARGEST_TEXT))
        return isPlainAscii(lengths, counts) ? null : 'trigram-unchecked'
      const stored = bytes.get(id) ?? []
      const isSame = counts.every((count, at) => counter.isCount(stored[at] ?? null, count))
      return isSame ? null : 'trigram-mismatch'
    },
  }
}

function* toRows(rows: IterableIterator<unknown[]>): Generator<ComparedRow> {
  for (const [id, sessionId, size, ...octets] of rows)
    yield {
      id: typeof id === 'bigint' ? id : -1n,
      sessionId: typeof sessionId === 'string' ? sessionId : '\uFFFD',
      size: Buffer.isBuffer(size) ? size : null,
      octets: octets.map((length) => (typeof length === 'bigint' ? Number(length) : null)),
    }
}
