/**
 * What can be asked of a full-text index without writing. FTS5's own 'integrity-check' is an INSERT, so whether
 * the index agrees with the messages' words stays unknown; that it is sound in itself, and has as many entries
 * as there are rows for it, can be read.
 */
import type { SearchCheck } from '../../domain/database/database-count.ts'
import type { StateDb } from './database-facts.ts'

export type SearchScope = {
  readonly index: string
  /** A view of the rows that belong into it; null where every message does. */
  readonly view: string | null
  /** Small enough to be checked, or counted, in one short statement. */
  readonly mayCheck: boolean
  readonly mayCount: boolean
}

/** Only these names come from us; others in the file are never put into a statement. */
const INDEXES = ['messages_fts', 'messages_fts_trigram', 'messages_fts_cjk']

export function checkSearchIndex(db: StateDb, scope: SearchScope): SearchCheck {
  const { index } = scope
  const unchecked = { index, sound: null, entries: null, expected: null }
  if (!INDEXES.includes(index)) return unchecked
  return {
    ...unchecked,
    sound: scope.mayCheck ? isSound(db, index) : null,
    ...(scope.mayCount ? count(db, scope) : {}),
  }
}

/** Looks at the index alone, so it works without the tokenizer too, which only Hermes may have. */
const isSound = (db: StateDb, index: string): boolean =>
  db.prepare<[string], string>('SELECT quick_check FROM pragma_quick_check(?)').pluck().get(index) === 'ok'

/** One statement, so that a message written meanwhile is in both counts or in neither. */
function count(db: StateDb, { index, view }: SearchScope): Pick<SearchCheck, 'entries' | 'expected'> {
  const source = view === `${index}_src` ? view : 'messages'
  const row = db
    .prepare<[], { entries: number; expected: number }>(
      `SELECT (SELECT count(*) FROM ${index}_docsize) AS entries, (SELECT count(*) FROM ${source}) AS expected`,
    )
    .get()
  return { entries: row?.entries ?? null, expected: row?.expected ?? null }
}
