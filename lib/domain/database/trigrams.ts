/**
 * Whether Steward's SQLite and the one that wrote the trigram index count the same trigrams in a message. Older
 * SQLite stops at a NUL, newer reads on (docs/hermes.md, "Rows with a NUL"). Only messages with a NUL can differ.
 */

/** `trigram-unchecked`: too large to compare, or the index does not say what its writer counted. */
export type TrigramFault = 'trigram-mismatch' | 'trigram-unchecked'

/** Tokens by column. */
export type TokenCounts = readonly number[]

/** The columns of a message that any trigram index covers, as bytes. */
export type SearchedTexts = Readonly<Record<SearchedColumn, Uint8Array | null>>
export const SEARCHED_COLUMNS = ['content', 'tool_name', 'tool_calls'] as const
export type SearchedColumn = (typeof SEARCHED_COLUMNS)[number]

/** A message to be put back. */
export type ReturningMessage = {
  readonly texts: SearchedTexts
  readonly role: unknown
  readonly source: unknown
  readonly modelConfig: unknown
  /** What the index had counted when it was saved. Null: it was not in the index. Undefined: not recorded. */
  readonly recorded: TokenCounts | null | undefined
}

/** Checks of the trigram index of one open database. Each returns null if nothing can be damaged. */
export type Trigrams = {
  readonly ofSession: (sessionId: string) => TrigramFault | null
  readonly ofMessages: (ids: readonly bigint[]) => TrigramFault | null
  /** Whether any message prevents comparing the index with the messages. */
  readonly ofAnyMessage: () => TrigramFault | null
  /** The same, only for an index with a copy of its texts: SQLite compares these whenever it checks the index. */
  readonly ofCopiedMessage: () => TrigramFault | null
  /** What the index counted. Null for a message it does not contain. */
  readonly counted: (messageId: bigint) => TokenCounts | null
  /** Before a message is put back. */
  readonly ofReturning: (message: ReturningMessage) => TrigramFault | null
  /** After it was put back, in the same transaction: whether the index counted it as recorded. */
  readonly isAsRecorded: (messageId: bigint, message: Pick<ReturningMessage, 'texts' | 'recorded'>) => boolean
}

/** FTS5 stores one varint for each column. Null if the bytes are none. */
export function readTokenCounts(bytes: Uint8Array): TokenCounts | null {
  const counts: number[] = []
  let value = 0
  let isOpen = false
  for (const byte of bytes) {
    value = value * 128 + (byte & 0x7f)
    isOpen = byte >= 0x80
    if (isOpen) continue
    counts.push(value)
    value = 0
  }
  return isOpen || !counts.every(Number.isSafeInteger) ? null : counts
}

/**
 * A text of n bytes has n - 2 trigrams if it is ASCII and was read to its end. Then it has no NUL, which neither
 * version counts, and it need not be read.
 */
export const isPlainAscii = (octets: readonly (number | null)[], counts: TokenCounts): boolean =>
  octets.length === counts.length && octets.every((n, at) => Math.max(0, (n ?? 0) - 2) === counts[at])

export const isSameCounts = (a: TokenCounts, b: TokenCounts): boolean =>
  a.length === b.length && a.every((count, at) => count === b[at])
