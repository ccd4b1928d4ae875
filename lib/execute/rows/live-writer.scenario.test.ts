/** Hermes keeps writing while two thousand sessions are deleted, and the files it has open are never replaced. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endedItems, findFaults, withReader } from '../../testing/home-rows.ts'
import { makeHome } from '../../testing/make-home.ts'
import { makeHeavyHome } from '../../testing/presets/heavy-home.ts'
import { hasPython } from '../../testing/processes/interrupted-write.ts'
import { type LineChild, startLineChild } from '../../testing/processes/line-child.ts'
import { startLiveWriter } from '../../testing/processes/live-writer.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { FREELY, saveAll, withWriter } from '../../testing/torture/row-run.ts'
import { deleteSessions } from './delete-sessions.ts'
import { restoreSessions } from './restore/restore-sessions.ts'

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
})
afterEach(() => temp.cleanup())

describe.each(['wal', 'delete'] as const)('in journal mode %s', (journalMode) => {
  it('2,000 sessions are deleted next to a writer, and neither side loses anything', async () => {
    makeHeavyHome(temp.path, Date.now(), {
      sessions: 2_900,
      messages: 12_000,
      isSearchable: true,
      journalMode,
    })
    const path = join(temp.path, 'state.db')
    const items = endedItems(temp.path).slice(0, 2_000)
    const stays = withReader(temp.path, (db) =>
      db.prepare<[], string>('SELECT id FROM sessions WHERE ended_at IS NULL LIMIT 1').pluck().get(),
    )
    const messagesBefore = countMessages(temp.path)
    const live = await startLiveWriter(path, stays ?? '')
    try {
      await withWriter(temp.path, async (writer) => {
        const saved = saveAll(writer, items)
        const outcomes = await deleteSessions(writer, items, { ...FREELY, saved })
        expect([...outcomes.values()].filter(({ kind }) => kind !== 'done')).toEqual([])
      })
      const { waitsMs, errors, retries } = await live.report()
      expect(errors).toEqual([])
      const sorted = [...waitsMs].sort((a, b) => a - b)
      console.log(
        `${journalMode}: ${waitsMs.length} writes beside the delete, median wait ${sorted[sorted.length >> 1]?.toFixed(1)} ms, worst ${sorted.at(-1)?.toFixed(0)} ms, ${retries} timeouts`,
      )
      const taken = items.reduce((sum, { target }) => sum + target.mark.messages, 0)
      expect(countMessages(temp.path)).toBe(messagesBefore - taken + waitsMs.length)
    } finally {
      await live.stop()
    }
    expect(findFaults(temp.path)).toEqual([])
    expect(withReader(temp.path, (db) => db.pragma('foreign_key_check'))).toEqual([])
  }, 180_000)
})

const HOLDER = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA wal_autocheckpoint = 0")
def add(name): db.execute("INSERT INTO sessions (id, source, started_at) VALUES (?, 'cli', 1790000000)", (name,))
add('first')
for end in ('', '-wal', '-shm'): open(sys.argv[1] + end, 'rb').close()
print('ready', flush=True)
for line in sys.stdin:
    add(line.strip())
    print(db.execute("SELECT count(*) FROM sessions").fetchone()[0], flush=True)
`

describe.runIf(hasPython())('next to a writer that has lost its locks', () => {
  let holder: LineChild | null = null
  afterEach(async () => {
    await holder?.stop()
    holder = null
  })

  it('a full delete and restore never unlinks the WAL in use', async () => {
    const day = Date.UTC(2026, 10, 1)
    const sessions = [1, 2, 3, 4].map((each) => ({
      id: `old_${each}`,
      startedMs: day,
      endedMs: day + 1,
      endReason: 'cli_close',
    }))
    makeHome({ path: temp.path, era: 'aug', nowMs: day, sessions })
    const path = join(temp.path, 'state.db')
    holder = await startLineChild('python3', ['-c', HOLDER, path])
    const before = inodes(path)
    const items = endedItems(temp.path)
    await withWriter(temp.path, async (writer) => {
      const saved = saveAll(writer, items)
      expect((await deleteSessions(writer, items, { ...FREELY, saved })).get('old_1')?.kind).toBe('done')
      expect(inodes(path)).toEqual(before)
      expect(await holder?.ask('second')).toBe('2')
      await restoreSessions(writer, () => saved.all, { only: new Set(['old_3']), stop: () => false })
    })
    expect(inodes(path)).toEqual(before)
    expect(await holder.ask('third')).toBe('4')
    const ids = withReader(temp.path, (db) => db.prepare<[], string>('SELECT id FROM sessions').pluck().all())
    expect(ids.sort()).toEqual(['first', 'old_3', 'second', 'third'])
    expect(inodes(path)).toEqual(before)
  })
})

const countMessages = (home: string): number =>
  withReader(home, (db) => Number(db.prepare('SELECT count(*) FROM messages').pluck().get()))

const inodes = (path: string) =>
  ['', '-wal', '-shm'].map((end) => lstatSync(path + end, { throwIfNoEntry: false })?.ino ?? null)
