/**
 * Saves sessions as lines, one at a time, so that memory stays bounded. Each is fingerprinted, so that a
 * delete notices changes made after it was saved.
 */
import type { Database } from 'better-sqlite3'
import type { Trigrams } from '../../domain/database/trigrams.ts'
import type { HomeTables } from './home-tables.ts'
import type { HomeWriter } from './open-writer.ts'
import { readWithRetry } from './read-with-retry.ts'
import { encodeRow, encodeValue, hasNul, type SqlValue } from './row-text.ts'
import {
  digestHead,
  digestMessage,
  encodeMore,
  encodeSession,
  type SavedHead,
  type SavedTokens,
} from './saved-session.ts'
import { promptHashes, type SessionReader, sessionReader } from './session-reader.ts'
import { portionFrom, type SizedMessage } from './sized-messages.ts'

/** In memory at once. One message may be larger. */
const AT_ONCE = { messages: 200, bytes: 1_000_000 }
const LINE_CHARACTERS = 4_000_000

/** What a delete compares rows with. */
export type SaveProof = {
  /** SQLite's `data_version` when saving began. If unchanged, no other process has written since. */
  readonly version: number
  readonly sessions: ReadonlyMap<string, SessionProof>
}

export type SessionProof = {
  /** Of the session's row, usage and bindings. */
  readonly head: string
  /** Encoded ids. A child added later would be unlinked without being saved. */
  readonly children: readonly string[]
  /** One for each message, ordered by id. */
  readonly messages: readonly string[]
}

export type Saving = {
  /** Each a whole line, without its line break. Missing sessions are left out. */
  readonly lines: Iterable<string>
  /** Complete after the last line was read. */
  readonly proof: SaveProof
}

export function saveSessions(writer: HomeWriter, sessionIds: readonly string[]): Saving {
  const sessions = new Map<string, SessionProof>()
  const version = readWithRetry(writer.db, () => Number(writer.db.pragma('data_version', { simple: true })))
  return { lines: writeLines(writer, sessionIds, sessions), proof: { version, sessions } }
}

function* writeLines(
  { reader: db, tables, readTrigrams }: HomeWriter,
  ids: readonly string[],
  proofs: Map<string, SessionProof>,
): Generator<string> {
  const read = sessionReader(db, tables)
  const trigrams = readWithRetry(db, () => readTrigrams(db))
  const promptsSaved = new Set<SqlValue>()
  for (const id of ids) {
    const head = readWithRetry(db, () => readHead(read, tables, id, promptsSaved))
    if (head === null) continue
    for (const { hash } of head.prompts) promptsSaved.add(hash ?? null)
    const messages = yield* writeSession(db, read, trigrams, head)
    proofs.set(id, { head: digestHead(head), children: head.children.map(encodeValue), messages })
  }
}

type Head = SavedHead & { readonly sizes: readonly SizedMessage[] }

function readHead(
  read: SessionReader,
  tables: HomeTables,
  id: string,
  promptsSaved: ReadonlySet<SqlValue>,
): Head | null {
  const row = read.row(id)
  if (row === null) return null
  const parent = row.parent_session_id ?? null
  const hashes = promptHashes(tables, row).filter((hash) => !promptsSaved.has(hash))
  return {
    id,
    row,
    sides: read.sides(id),
    children: read.children(id),
    prompts: hashes.map(read.prompt).filter((prompt) => prompt !== null),
    parentMissing: parent !== null && !read.exists(parent),
    sizes: read.messageSizes(id),
  }
}

function* writeSession(
  db: Database,
  read: SessionReader,
  trigrams: Trigrams,
  head: Head,
): Generator<string, string[]> {
  const digests: string[] = []
  let isFirst = true
  let pending: string[] = []
  let tokens: Record<string, SavedTokens[string]> = {}
  let characters = 0
  const take = (more: boolean): string => {
    const part = { messages: pending, tokens, more }
    const line = isFirst ? encodeSession(head, part) : encodeMore(head.id, part)
    isFirst = false
    pending = []
    tokens = {}
    characters = 0
    return line
  }
  const readCounted = (wanted: readonly bigint[]) =>
    read.messages(wanted).map((message) => {
      const id = hasNul(message) && typeof message.id === 'bigint' ? message.id : null
      return { message, counted: id === null ? null : ([String(id), trigrams.counted(id)] as const) }
    })
  for (let at = 0; at < head.sizes.length; ) {
    const wanted = portionFrom(head.sizes, at, AT_ONCE)
    at += wanted.length
    for (const { message, counted } of readWithRetry(db, () => readCounted(wanted))) {
      const text = encodeRow(message)
      if (characters > 0 && characters + text.length > LINE_CHARACTERS) yield take(true)
      digests.push(digestMessage(message))
      pending.push(text)
      if (counted !== null) tokens[counted[0]] = counted[1]
      characters += text.length
    }
  }
  yield take(false)
  return digests
}
