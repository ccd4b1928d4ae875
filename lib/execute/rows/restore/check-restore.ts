/** Finds what prevents saved sessions from being restored exactly, before anything is written. */

import type { TrigramFault, Trigrams } from '../../../domain/database/trigrams.ts'
import { TRIGRAM_RESTORE_WORDS } from '../../../domain/database/words.ts'
import { LARGEST_RESTORED_BYTES, TOO_LARGE_TO_RESTORE } from '../../../domain/sessions/largest-row.ts'
import type { HomeWriter } from '../open-writer.ts'
import { readWithRetry } from '../read-with-retry.ts'
import { bytesOfRow, hasNul, type Row, searchedTexts } from '../row-text.ts'
import { readSaved, type SavedLines } from '../saved-rows.ts'
import type { SavedLine, SavedSession } from '../saved-session.ts'
import { promptHashes, type SessionReader, sessionReader } from '../session-reader.ts'
import { quoteName, rowReader } from '../table-shape.ts'
import { differences } from './insert-messages.ts'

export type RestoreConflict = {
  readonly sessionId: string
  readonly code: keyof typeof CONFLICTS
  readonly message: string
  /** False if the session is restored except for this. */
  readonly isBlocking: boolean
}

const CONFLICTS = {
  'id-taken': ['A session of this id is there again and is not the saved one.', true],
  'message-id-taken': ['A message number of it belongs to another session now.', true],
  'title-taken': ['Another session has its title now, and titles are unique.', true],
  'prompt-differs': ['Its prompt is there with another text.', true],
  'trigram-mismatch': [TRIGRAM_RESTORE_WORDS['trigram-mismatch'], true],
  'trigram-unchecked': [TRIGRAM_RESTORE_WORDS['trigram-unchecked'], true],
  'too-large': [TOO_LARGE_TO_RESTORE, true],
  'column-gone': ['state.db has no place any more for something that was saved of it.', true],
  'parent-gone': ['The session it came from is gone, so it comes back without that link.', false],
  'binding-taken': ['What was bound to it is bound to another session now and stays so.', false],
} as const satisfies Record<string, readonly [message: string, isBlocking: boolean]>

export type RestoreCheck = {
  readonly conflicts: readonly RestoreConflict[]
  /** Sessions without a blocking conflict. */
  readonly free: ReadonlySet<string>
  /** By prompt hash, how many of those sessions use it. */
  readonly promptUses: ReadonlyMap<string, number>
}

/** `only` null means everything in `lines`. */
export async function checkRestore(
  writer: Pick<HomeWriter, 'reader' | 'tables' | 'readTrigrams'>,
  lines: SavedLines,
  only: ReadonlySet<string> | null,
): Promise<RestoreCheck> {
  const lookup = conflictLookup(writer)
  const trigrams = readWithRetry(writer.reader, () => writer.readTrigrams(writer.reader))
  const heads = new Map<string, Row>()
  const found = new Map<string, Set<RestoreConflict['code']>>()
  const parents = new Map<string, string>()
  const hashes = new Map<string, string[]>()
  const differing = new Set<string>()
  for await (const line of readSaved(lines)) {
    const read = <T>(query: () => Iterable<T>): T[] => readWithRetry(writer.reader, () => [...query()])
    if (line.kind === 'session')
      for (const hash of read(() => lookup.differingPrompts(line.prompts))) differing.add(hash)
    if (only !== null && !only.has(line.id)) continue
    const codes = found.get(line.id) ?? new Set()
    found.set(line.id, codes)
    if (line.kind === 'session') heads.set(line.id, line.row)
    if (hasTooLargeRow(line)) codes.add('too-large')
    for (const fault of returningFaults(trigrams, line, heads.get(line.id))) codes.add(fault)
    if (!line.more) heads.delete(line.id)
    for (const code of read(() => lookup.messages(line.id, line.messages))) codes.add(code)
    if (line.kind === 'more') continue
    for (const code of read(() => lookup.session(line))) codes.add(code)
    const parent = line.row.parent_session_id
    if (typeof parent === 'string' && !line.parentMissing) parents.set(line.id, parent)
    hashes.set(line.id, promptHashes(writer.tables, line.row))
  }
  for (const [id, named] of hashes)
    if (named.some((hash) => differing.has(hash))) found.get(id)?.add('prompt-differs')
  for (const [id, parent] of parents)
    if (!found.has(parent) && !readWithRetry(writer.reader, () => lookup.exists(parent)))
      found.get(id)?.add('parent-gone')
  return toRestoreCheck(found, hashes)
}

const hasTooLargeRow = ({ bytes, messages }: SavedLine): boolean =>
  bytes > LARGEST_RESTORED_BYTES && messages.some((row) => bytesOfRow(row) > LARGEST_RESTORED_BYTES)

function* returningFaults(
  trigrams: Trigrams,
  { messages, tokens }: SavedLine,
  head: Row | undefined,
): Generator<TrigramFault> {
  for (const row of messages) {
    if (!hasNul(row)) continue
    const fault = trigrams.ofReturning({
      texts: searchedTexts(row),
      role: row.role,
      source: head?.source,
      modelConfig: head?.model_config,
      recorded: tokens[String(row.id)],
    })
    if (fault !== null) yield fault
  }
}

function toRestoreCheck(
  found: ReadonlyMap<string, ReadonlySet<RestoreConflict['code']>>,
  hashes: ReadonlyMap<string, readonly string[]>,
): RestoreCheck {
  const conflicts = [...found].flatMap(([sessionId, codes]) =>
    [...codes].map((code) => {
      const [message, isBlocking] = CONFLICTS[code]
      return { sessionId, code, message, isBlocking }
    }),
  )
  const blocked = new Set(conflicts.filter(({ isBlocking }) => isBlocking).map(({ sessionId }) => sessionId))
  const free = new Set([...found.keys()].filter((id) => !blocked.has(id)))
  const promptUses = new Map<string, number>()
  for (const id of free)
    for (const hash of hashes.get(id) ?? []) promptUses.set(hash, (promptUses.get(hash) ?? 0) + 1)
  return { conflicts, free, promptUses }
}

function conflictLookup({ reader: db, tables }: Pick<HomeWriter, 'reader' | 'tables'>) {
  const read = sessionReader(db, tables)
  const titled = tables.sessions.columns.includes('title')
    ? db.prepare<[string, string]>('SELECT 1 FROM sessions WHERE title = ? AND id <> ?')
    : null
  const sideLookup = sideConflictLookup(db, tables)
  return {
    exists: (id: string) => read.exists(id),
    differingPrompts: (prompts: readonly Row[]) =>
      prompts.flatMap((prompt) => {
        const stored = read.prompt(prompt.hash ?? null)
        const differs = stored !== null && differences(prompt, stored).length > 0
        return differs && typeof prompt.hash === 'string' ? [prompt.hash] : []
      }),
    *session(line: SavedSession): Generator<RestoreConflict['code']> {
      const stored = read.row(line.id)
      if (stored !== null && !isSameSession(line.row, stored)) yield 'id-taken'
      const { title } = line.row
      if (typeof title === 'string' && titled?.get(title, line.id) !== undefined) yield 'title-taken'
      if (!fits(line.row, tables.sessions.columns)) yield 'column-gone'
      yield* sideLookup(line)
    },
    *messages(id: string, messages: readonly Row[]): Generator<RestoreConflict['code']> {
      if (!messages.every((row) => fits(row, tables.messages.columns))) yield 'column-gone'
      if (messages.some((row) => typeof row.id !== 'bigint')) yield 'column-gone'
      if (isAnyTaken(read, id, messages)) yield 'message-id-taken'
    },
  }
}

const IDS_AT_ONCE = 500

function isAnyTaken(read: SessionReader, id: string, messages: readonly Row[]): boolean {
  const ids = messages.map((row) => row.id).filter((each) => typeof each === 'bigint')
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    if (read.isOfAnother(ids.slice(at, at + IDS_AT_ONCE), id)) return true
  }
  return false
}

/** A killed restore may have left links unset. It is still the saved session. */
export const isSameSession = (saved: Row, stored: Row): boolean =>
  differences(saved, stored).every(
    (name) => ['parent_session_id', 'system_prompt_hash'].includes(name) && stored[name] === null,
  )

/** A column that no longer exists does not matter if it was empty. */
const fits = (row: Row, columns: readonly string[]): boolean =>
  Object.entries(row).every(([name, value]) => value === null || columns.includes(name))

function sideConflictLookup(db: HomeWriter['reader'], tables: HomeWriter['tables']) {
  const lookups = new Map(
    tables.sides.map(({ shape }) => {
      const byKey = shape.key.map((name) => `${quoteName(name)} IS ?`).join(' AND ')
      return [shape.name, { shape, read: byKey === '' ? null : rowReader(db, shape, `WHERE ${byKey}`) }]
    }),
  )
  return function* ({ sides }: SavedSession): Generator<RestoreConflict['code']> {
    for (const { table, rows } of sides) {
      const lookup = lookups.get(table)
      if (lookup === undefined || !rows.every((row) => fits(row, lookup.shape.columns))) {
        yield 'column-gone'
        continue
      }
      const isTaken = rows.some((row) => {
        const [stored] = lookup.read?.(...lookup.shape.key.map((name) => row[name] ?? null)) ?? []
        return stored !== undefined && differences(row, stored).length > 0
      })
      if (isTaken) yield 'binding-taken'
    }
  }
}
