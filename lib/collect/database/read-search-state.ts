/** What Hermes records about its full-text index. */
import type { SearchNotes } from '../../domain/database/database-view.ts'
import { readFileGeneration } from '../sessions/read-message-totals.ts'
import type { StateDb } from './database-facts.ts'
import { secondsToMs } from './epoch.ts'
import { readColumns } from './read-capabilities.ts'
import { shortText } from './short-text.ts'

export function readSearchState(db: StateDb, tables: readonly string[]): SearchNotes {
  const notes = readNotes(db, tables)
  return {
    storageVersion: toNumber(notes.get('fts_storage_version')),
    optimiseOffered: isSet(notes.get('fts_optimize_available')),
    stale: notes.has('fts_stale'),
    cjkStale: isSet(notes.get('fts_cjk_stale')),
    rebuilds: ['fts_rebuild', 'fts_cjk_rebuild'].flatMap((name) => {
      const upTo = toNumber(notes.get(`${name}_high_water`))
      if (upTo === null) return []
      return [{ name, done: Math.max(0, toNumber(notes.get(`${name}_progress`)) ?? 0), upTo }]
    }),
    generation: tables.includes('state_meta') ? readFileGeneration(db, tables) : null,
    lastVacuumMs: secondsOf(notes.get('last_vacuum')),
  }
}

function readNotes(db: StateDb, tables: readonly string[]): Map<string, string> {
  if (!tables.includes('state_meta') || !readColumns(db, 'state_meta').includes('key')) return new Map()
  const rows = db
    .prepare<[], { key: string; value: unknown }>(
      `SELECT key, ${shortText('value')} AS value FROM state_meta WHERE key IN ('fts_storage_version', 'fts_optimize_available', 'fts_stale',
         'fts_cjk_stale', 'fts_rebuild_high_water', 'fts_rebuild_progress', 'fts_cjk_rebuild_high_water',
         'fts_cjk_rebuild_progress', 'last_vacuum')`,
    )
    .all()
  return new Map(rows.map(({ key, value }) => [key, String(value ?? '')]))
}

function toNumber(text: string | undefined): number | null {
  if (text === undefined || text.trim() === '') return null
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}

const isSet = (text: string | undefined): boolean => text !== undefined && text !== '' && text !== '0'

const secondsOf = (text: string | undefined): number | null => {
  const seconds = toNumber(text)
  return seconds === null ? null : secondsToMs(seconds)
}
