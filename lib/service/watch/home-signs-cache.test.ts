import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { MINUTE_MS } from '../../shared/time.ts'
import { watchLab, write } from '../../testing/watch/watch-lab.ts'
import { readStateDb } from '../observe/read-database-side.ts'
import { HomeSignsCache } from './home-signs-cache.ts'

const lab = watchLab()
afterEach(() => lab.temp.cleanup())

it('a rebuild of the index and every start of the gateway show within a minute, on a real home', () => {
  const { path } = lab.make([{ id: 'chat', source: 'telegram', messages: 2 }])
  let reads = 0
  const tracker = new HomeSignsCache(
    {
      home: { id: 'main', label: 'main', path, profile: null, root: path, demo: false },
      memory: null,
      readDatabase: (read) => {
        reads += 1
        return readStateDb(path, read)
      },
    },
    () => null,
  )
  let nowMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const start = (atMs: number) => {
    writeFileSync(join(path, 'gateway.pid'), JSON.stringify({ pid: process.pid }))
    utimesSync(join(path, 'gateway.pid'), new Date(atMs), new Date(atMs))
  }
  expect(tracker.at(nowMs)).toEqual({
    schema: null,
    flushesAtStart: null,
    grower: null,
    starts: { count: 0, sinceMs: nowMs, lastMs: null },
    search: { rebuilt: null, stale: false },
    routesToEnded: null,
  })
  tracker.at(nowMs + 5_000)
  expect(reads).toBe(1)

  write(path, (db) => {
    const note = db.prepare('INSERT OR REPLACE INTO state_meta (key, value) VALUES (?, ?)')
    note.run('fts_rebuild_high_water', '200')
    note.run('fts_rebuild_progress', '50')
  })
  nowMs += MINUTE_MS
  expect(tracker.at(nowMs)?.search).toEqual({ rebuilt: 0.25, stale: false })

  for (const step of [5_000, 10_000, 15_000]) {
    start(nowMs + step)
    expect(tracker.at(nowMs + step)?.starts).toMatchObject({ count: step / 5_000, lastMs: nowMs + step })
  }
})
