/**
 * Checks a full-text index without writing. FTS5's own 'integrity-check' is an INSERT, so whether the index
 * matches the words of the messages stays unknown. That it is undamaged and has an entry for every row can be
 * read.
 */
import type { SearchCheck } from '../../domain/database/database-count.ts'
import type { StateDb } from './database-facts.ts'
import { readTrigrams } from './read-trigrams.ts'

export type SearchScope = {
  readonly index: string
  /** The view with the rows it indexes, or null if it indexes every message. */
  readonly view: string | null
  /** Small enough to check or count in one short statement. */
  readonly mayCheck: boolean
  readonly mayCount: boolean
}

/** Names found in the file never become part of a statement. */
const INDEXES = ['messages_fts', 'messages_fts_trigram', 'messages_fts_cjk']

export function checkSearchIndex(db: StateDb, scope: SearchScope): SearchCheck {
  const { index } = scope
  const unchecked = { index, sound: null, entries: null, expected: null }
  if (!INDEXES.includes(index)) return unchecked
  return {
    ...unchecked,
    ...(scope.mayCheck ? check(db, index) : {}),
    ...(scope.mayCount ? count(db, scope) : {}),
  }
}

/** A failed check of an index that another SQLite wrote proves nothing. */
function check(db: StateDb, index: string): Pick<SearchCheck, 'sound' | 'isForeign'> {
  if (isSound(db, index)) return { sound: true }
  const isForeign = index === 'messages_fts_trigram' && readTrigrams(db).ofCopiedMessage() !== null
  return { sound: isForeign ? null : false, isForeign }
}

/** Reads the index only, so it works without the tokenizer, which only Hermes may have. */
const isSound = (db: StateDb, index: string): boolean =>
  db.prepare<[string], string>('SELECT quick_check FROM pragma_quick_check(?)').pluck().get(index) === 'ok'

/** One statement, so that a new message is in both counts or in neither. */
function count(db: StateDb, { index, view }: SearchScope): Pick<SearchCheck, 'entries' | 'expected'> {
  const source = view === `${index}_src` ? view : 'messages'
  const row = db
    .prepare<[], { entries: number; expected: number }>(
      `SELECT (SELECT count(*) FROM ${index}_docsize) AS entries, (SELECT count(*) FROM ${source}) AS expected`,
    )
    .get()
  return { entries: row?.entries ?? null, expected: row?.expected ?? null }
}
