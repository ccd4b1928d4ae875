/** Why a write failed. Driver errors are converted here. */
import Database from 'better-sqlite3'
import { TRIGRAM_RESTORE_WORDS } from '../../domain/database/words.ts'
import type { Refusal } from '../../domain/home/refusals.ts'
import { describeFaultInline } from '../../domain/home/words.ts'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'

export type WriteFault = {
  readonly code: 'db-busy' | 'no-space' | 'schema-changed' | 'sqlite' | 'save-unreadable'
  readonly message: string
}

/** Null for a bug, which must be thrown. */
export function toWriteFault(error: unknown): WriteFault | null {
  if (error instanceof UnequalError) return UNEQUAL
  if (error instanceof IndexedOtherwiseError) return INDEXED_OTHERWISE
  if (!(error instanceof Database.SqliteError)) return null
  if (isBusy(error)) return BUSY
  if (error.code === 'SQLITE_FULL') return NO_SPACE
  if (error.code === 'SQLITE_CORRUPT_VTAB') return INDEX_REFUSED(error.message)
  if (error.code.startsWith('SQLITE_CORRUPT')) return DAMAGED(error.message)
  return { code: 'sqlite', message: `SQLite says: ${error.message} (${error.code}). It was left as it was.` }
}

/** A restored row differs from the saved one. It is rolled back. */
export class UnequalError extends Error {}

/** Our SQLite indexed a restored row differently than the index had it. It is rolled back. */
export class IndexedOtherwiseError extends Error {}

const INDEXED_OTHERWISE: WriteFault = { code: 'sqlite', message: TRIGRAM_RESTORE_WORDS['trigram-mismatch'] }

const UNEQUAL: WriteFault = {
  code: 'sqlite',
  message: 'A row would not have come back exactly as it was saved. It was left as it was.',
}

export const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code)

/** A read-only handle met the journal of a killed writer, which only a writable one may roll back. */
export const isHotJournal = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code === 'SQLITE_READONLY_ROLLBACK'

export const HOT_JOURNAL: Refusal = {
  code: 'db-hot-journal',
  message: describeFaultInline({ code: 'db-hot-journal' }),
}

export const BUSY: WriteFault = {
  code: 'db-busy',
  message: 'Another process kept state.db locked for minutes. It was left as it was.',
}

const NO_SPACE: WriteFault = {
  code: 'no-space',
  message:
    'The disk of the home is full: SQLite had no room to write this down. It was left as it was. Free at least 1 MB there, more for large sessions, and clean up again. Deleting files needs no room.',
}

/** The damage may affect one session only, so the others are still tried. */
const DAMAGED = (detail: string): WriteFault => ({
  code: 'sqlite',
  message: `state.db or its full-text index is damaged: ${detail}. It was left as it was. Stop Hermes and run hermes sessions repair.`,
})

/**
 * FTS5 reports this also for a sound index that another SQLite version wrote, so it proves no damage.
 */
const INDEX_REFUSED = (detail: string): WriteFault => ({
  code: 'sqlite',
  message: `Steward's SQLite cannot update the search index: ${detail}. It was left as it is. The index may be sound for Hermes' own SQLite. To delete the session, use hermes sessions delete. If Hermes reports damage too, stop it and run hermes sessions repair.`,
})

export const SCHEMA_CHANGED: WriteFault = {
  code: 'schema-changed',
  message:
    'The tables of state.db were changed while this ran, as by an update of Hermes. It was left as it was; make a new plan.',
}

export const toOutcome = ({ code, message }: WriteFault): Outcome =>
  code === 'no-space' ? { kind: 'skipped', code, message } : { kind: 'failed', code, message }

export const unreadable = (error: unknown): WriteFault => ({
  code: 'save-unreadable',
  message: `The save cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
})
