import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { type Era, makeHome } from '../../testing/make-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { readCapabilities } from './read-capabilities.ts'
import { readSearchState } from './read-search-state.ts'

const temp = tempHome()
afterAll(temp.cleanup)

let made = 0
function notesOf(era: Era, meta: Record<string, string> = {}) {
  made += 1
  const home = makeHome({ path: join(temp.root, `home-${made}`), era, nowMs: Date.now(), meta })
  const db = new Database(home.databasePath, { readonly: true })
  const notes = readSearchState(db, readCapabilities(db).tables)
  db.close()
  return notes
}

it('a home without notes has no search state', () => {
  expect(notesOf('mar')).toEqual({
    storageVersion: null,
    optimiseOffered: false,
    stale: false,
    cjkStale: false,
    rebuilds: [],
    generation: null,
    lastVacuumMs: null,
  })
})

it('a rebuild reports its progress, and one without progress has not started', () => {
  const meta = { fts_rebuild_high_water: '800', fts_rebuild_progress: '200', fts_cjk_rebuild_high_water: '5' }
  expect(notesOf('aug', meta).rebuilds).toEqual([
    { name: 'fts_rebuild', done: 200, upTo: 800 },
    { name: 'fts_cjk_rebuild', done: 0, upTo: 5 },
  ])
})

it('flags, versions and times are read as Hermes writes them, and garbage is unknown', () => {
  expect(notesOf('nov', { fts_stale: '1', last_vacuum: '1790000000.5' })).toMatchObject({
    storageVersion: 3,
    stale: true,
    generation: expect.stringMatching(/^[0-9a-f]{32}$/),
    lastVacuumMs: 1_790_000_000_500,
  })
  expect(notesOf('aug', { fts_storage_version: 'x', last_vacuum: 'never' })).toMatchObject({
    storageVersion: null,
    lastVacuumMs: null,
  })
})
