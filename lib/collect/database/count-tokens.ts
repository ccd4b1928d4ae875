/**
 * Counts the trigrams Steward's own SQLite makes of a text, with a full-text table in memory. Counts are cached by
 * the text's hash, because a plan, a save and a delete ask about the same texts.
 */
import { hash } from 'node:crypto'
import Database from 'better-sqlite3'
import { readTokenCounts } from '../../domain/database/trigrams.ts'

/** About a second and a half of counting. */
export const LARGEST_TEXT = 8_000_000
/** An older SQLite counted nothing of a photo, which its beginning already disproves. */
const BEGINNING = 4_096
const MOST_CACHED = 20_000
/** SQLite keeps every trigram of one text in memory: of 8 MB of Chinese, 700 MB. */
const PIECE = 128 * 1024
/** With two characters before it, a piece has as many trigrams as characters. */
const TWO_BEFORE = Buffer.from('..')

export class TokenCounter {
  readonly #tokenizer: string
  #db: Database.Database | null = null
  readonly #cache = new Map<string, number>()

  /** The tokenizer's name with its options, from a list of known ones. */
  constructor(tokenizer: string) {
    this.#tokenizer = tokenizer
  }

  isCount(text: Uint8Array | null, expected: number): boolean {
    if (text === null || text.length === 0) return expected === 0
    if (text.length > BEGINNING && this.#insert(text.subarray(0, BEGINNING)) > expected) return false
    return this.count(text) === expected
  }

  count(text: Uint8Array): number {
    if (text.length === 0) return 0
    const key = hash('sha256', text, 'base64')
    const known = this.#cache.get(key)
    if (known !== undefined) return known
    const count = this.#countPieces(text)
    if (this.#cache.size >= MOST_CACHED) this.#cache.clear()
    this.#cache.set(key, count)
    return count
  }

  /** The same as at once, because this SQLite reads past a NUL. */
  #countPieces(text: Uint8Array): number {
    if (text.length <= PIECE) return this.#insert(text)
    let characters = 0
    for (const piece of piecesOf(text)) characters += this.#insert(Buffer.concat([TWO_BEFORE, piece]))
    return Math.max(0, characters - 2)
  }

  #insert(text: Uint8Array): number {
    this.#db ??= openCounter(this.#tokenizer)
    this.#db.prepare('INSERT INTO counted(rowid, text) VALUES(1, CAST(? AS TEXT))').run(text)
    const size = this.#db.prepare<[], Buffer>('SELECT sz FROM counted_docsize').pluck().get()
    this.#db.exec(`INSERT INTO counted(counted) VALUES('delete-all')`)
    return (size === undefined ? null : readTokenCounts(size)?.[0]) ?? Number.NaN
  }
}

/** Each begins where a character does. */
function* piecesOf(text: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < text.length; ) {
    let to = from + PIECE
    while (to < text.length && ((text[to] ?? 0) & 0xc0) === 0x80) to += 1
    yield text.subarray(from, to)
    from = to
  }
}

function openCounter(tokenizer: string): Database.Database {
  const db = new Database(':memory:')
  db.exec(`CREATE VIRTUAL TABLE counted USING fts5(text, content='', detail=none, tokenize='${tokenizer}')`)
  return db
}

/** One per thread and tokenizer, so that all handles share its cache. */
const counters = new Map<string, TokenCounter>()

export function tokenCounter(tokenizer: string): TokenCounter {
  const counter = counters.get(tokenizer) ?? new TokenCounter(tokenizer)
  counters.set(tokenizer, counter)
  return counter
}
