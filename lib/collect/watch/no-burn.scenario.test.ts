import { renameSync, rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { addTokens, NO_TOKENS } from '../../domain/tokens/token-sums.ts'
import type { LightSample } from '../../domain/watch/light-sample.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { begin, burn, databaseOf, say, watchHome, watchLab, write } from '../../testing/watch/watch-lab.ts'

const lab = watchLab()
const { make } = lab
afterAll(lab.temp.cleanup)

describe('not counted as burn', () => {
  const sumOf = (samples: readonly LightSample[]) =>
    samples.map(({ burnt }) => burnt).reduce(addTokens, NO_TOKENS)
  const forAWhile = (takeSample: (stepMs?: number) => LightSample) =>
    Array.from({ length: 4 }, () => takeSample(20 * SECOND_MS))

  it('counters overwritten with lower values and then with the higher ones again', () => {
    const { path } = make([{ id: 'a', tokens: { input: 22_000_000 } }])
    const { takeSample, clock } = watchHome(path)
    takeSample()
    const set = (input: number) =>
      write(path, (db) => {
        say(db, 'a', clock.atMs)
        db.prepare('UPDATE sessions SET input_tokens = ?').run(input)
      })
    const burnt = [200, 22_000_000, 22_000_010, 300, 400].map((input) => {
      set(input)
      return takeSample().burnt.input
    })
    expect(burnt).toEqual([0, 0, 10, 0, 100])
  })

  it('deleted sessions, and restored sessions with their past', () => {
    const { path } = make([
      { id: 'goes', tokens: { input: 5_000_000 }, startedMs: Date.now() - 9 * DAY_MS },
      { id: 'stays', tokens: { input: 10 } },
    ])
    const { takeSample } = watchHome(path)
    takeSample()
    write(path, (db) => {
      db.exec("DELETE FROM messages WHERE session_id = 'goes'; DELETE FROM sessions WHERE id = 'goes'")
    })
    const afterDelete = forAWhile(takeSample)
    write(path, (db) => begin(db, 'goes', Date.now() - 9 * DAY_MS, 5_000_000))
    const afterReturn = forAWhile(takeSample)
    expect(sumOf([...afterDelete, ...afterReturn])).toEqual(NO_TOKENS)
    expect(databaseOf(afterDelete.at(-1) ?? takeSample())).toMatchObject({
      sessions: 1,
      totals: { input: 10 },
    })
    expect(databaseOf(afterReturn.at(-1) ?? takeSample())).toMatchObject({
      sessions: 2,
      totals: { input: 5_000_010 },
    })
  })

  it('messages copied from long ago', () => {
    const { path } = make([{ id: 'a' }])
    const { takeSample, clock } = watchHome(path)
    takeSample()
    write(path, (db) => {
      for (let copy = 0; copy < 50; copy += 1) say(db, 'a', clock.atMs - 3 * DAY_MS)
      say(db, 'a', clock.atMs)
    })
    expect(takeSample()).toMatchObject({ messages: 1, moved: [{ id: 'a', messages: 1 }] })
  })

  it('the newest messages deleted', () => {
    const { path } = make([{ id: 'a', messages: 12 }])
    const { takeSample, clock } = watchHome(path)
    const before = databaseOf(takeSample()).lastMessageId ?? 0
    write(path, (db) => db.exec('DELETE FROM messages WHERE id > (SELECT max(id) - 4 FROM messages)'))
    expect(takeSample()).toMatchObject({ messages: 0, database: { value: { lastMessageId: before - 4 } } })
    write(path, (db) => say(db, 'a', clock.atMs))
    expect(takeSample()).toMatchObject({ messages: 1, database: { value: { lastMessageId: before + 1 } } })
  })

  it('the database replaced by another', () => {
    const [first, second] = [
      make([{ id: 'a', tokens: { input: 10 } }]),
      make([{ id: 'a', messages: 30, tokens: { input: 9_000_000 } }]),
    ]
    const { takeSample, clock } = watchHome(first.path)
    const before = databaseOf(takeSample()).identity
    for (const suffix of ['-wal', '-shm']) rmSync(first.databasePath + suffix, { force: true })
    renameSync(second.databasePath, first.databasePath)
    const swapped = takeSample()
    expect(swapped).toMatchObject({ sinceMs: null, burnt: NO_TOKENS, messages: 0, moved: [] })
    expect(databaseOf(swapped).identity).not.toBe(before)
    expect(databaseOf(swapped).totals?.input).toBe(9_000_000)
    write(first.path, (db) => {
      burn(db, 'a', 5)
      say(db, 'a', clock.atMs)
    })
    expect(takeSample()).toMatchObject({ sinceMs: 5_000, burnt: { input: 5 } })
  })

  it('another generation written over the same file', () => {
    const { path } = make([{ id: 'a', tokens: { input: 10 } }], 'wal', 'nov')
    const { takeSample } = watchHome(path)
    const before = databaseOf(takeSample()).identity
    write(path, (db) => {
      db.exec("INSERT OR REPLACE INTO state_meta (key, value) VALUES ('db_file_generation', 'another')")
      burn(db, 'a', 8_000_000)
    })
    const after = takeSample()
    expect(databaseOf(after).identity).not.toBe(before)
    expect(after).toMatchObject({ sinceMs: null, burnt: NO_TOKENS })
  })

  it('anything while Steward was not watching or the machine slept', () => {
    for (const [stepMs, wallStepMs] of [
      [10 * MINUTE_MS, 10 * MINUTE_MS],
      [5 * SECOND_MS, 8 * HOUR_MS],
    ] as const) {
      const { path } = make([{ id: 'a', tokens: { input: 10 } }])
      const { takeSample, clock } = watchHome(path)
      takeSample()
      write(path, (db) => {
        burn(db, 'a', 4_000_000)
        say(db, 'a', clock.atMs + wallStepMs)
      })
      const after = takeSample(stepMs, wallStepMs)
      expect(after).toMatchObject({ sinceMs: null, burnt: NO_TOKENS, moved: [], messages: 0 })
      expect(databaseOf(after).totals?.input).toBe(4_000_010)
      expect(takeSample()).toMatchObject({ sinceMs: 5_000, burnt: NO_TOKENS })
    }
  })
})

describe('a clock', () => {
  it('set back only changes labels: rates continue, and new sessions start at zero', () => {
    const { path } = make([{ id: 'a', tokens: { input: 10 } }])
    const { takeSample, clock } = watchHome(path)
    takeSample()
    takeSample()
    clock.atMs -= 3 * HOUR_MS
    write(path, (db) => {
      begin(db, 'after', clock.atMs + 2 * SECOND_MS, 300)
      say(db, 'after', clock.atMs + 2 * SECOND_MS)
    })
    expect(takeSample()).toMatchObject({ sinceMs: 5_000, burnt: { input: 300 }, messages: 1 })
  })
})
