import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import type { CounterSample } from '../../domain/home/sample.ts'
import { DAY_MS } from '../../shared/time.ts'
import { ERAS } from '../home/schema-columns.ts'
import { type TempHome, tempHome } from '../temp-home.ts'
import { demoSamples } from './demo-samples.ts'
import { makeHeavyHome } from './heavy-home.ts'
import { makeScanTree } from './scan-tree.ts'
import { smallHome } from './small-home.ts'

const NOW_MS = Date.UTC(2026, 10, 16, 9, 30)
const temps: TempHome[] = []

afterEach(() => {
  for (const temp of temps.splice(0)) temp.cleanup()
})

function temporary(): string {
  const temp = tempHome()
  temps.push(temp)
  return temp.path
}

function ask(path: string, sql: string): unknown {
  const db = new Database(join(path, 'state.db'))
  try {
    return db.prepare(sql).pluck().get()
  } finally {
    db.close()
  }
}

describe('the small home', () => {
  it.each(ERAS)('can be made in %s with everything in it', (era) => {
    const { path, sessionsPath, checkpointIds } = smallHome(temporary(), era, NOW_MS)
    expect(ask(path, 'SELECT count(*) FROM sessions')).toBe(59)
    expect(ask(path, 'SELECT count(DISTINCT end_reason) FROM sessions')).toBe(24)
    expect(ask(path, 'SELECT count(*) FROM pragma_foreign_key_check')).toBe(0)
    expect(checkpointIds.size).toBe(era === 'mar' || era === 'may' ? 12 : 16)
    const names = readdirSync(sessionsPath)
    for (const pattern of [/^session_/, /\.jsonl$/, /^request_dump_twin_2_/, /^\.sessions_/, /^saved$/])
      expect(names.some((name) => pattern.test(name))).toBe(true)
    const places = [
      'logs/agent.log.1',
      'cache',
      'state-snapshots',
      'my-own-folder',
      'cron/output/c3c3c3c3c3c3',
    ]
    for (const place of places) expect(existsSync(join(path, place))).toBe(true)
  })
})

describe('the heavy home', () => {
  it('has related sessions and files if requested', () => {
    const path = temporary()
    makeHeavyHome(path, NOW_MS, { sessions: 240, messages: 500, hasRelatives: true, transcripts: 30 })
    expect(ask(path, "SELECT count(*) FROM sessions WHERE source = 'subagent'")).toBe(40)
    expect(
      ask(
        path,
        `SELECT count(*) FROM sessions c JOIN sessions p ON p.id = c.parent_session_id
         WHERE p.end_reason = 'compression' AND c.source != 'subagent'`,
      ),
    ).toBe(40)
    expect(ask(path, 'SELECT sum(pinned) > 0 AND sum(archived) > 0 FROM sessions')).toBe(1)
    expect(readdirSync(join(path, 'sessions'))).toHaveLength(30)
  })

  it('has the requested rows, and an index with a pending rebuild that accepts new messages', () => {
    const path = temporary()
    makeHeavyHome(path, NOW_MS, { sessions: 300, messages: 4_001 })
    expect(ask(path, 'SELECT count(*) FROM sessions')).toBe(300)
    expect(ask(path, 'SELECT count(*) FROM messages')).toBe(4_001)
    expect(ask(path, 'SELECT sum(message_count) FROM sessions')).toBe(4_001)
    expect(ask(path, `SELECT value FROM state_meta WHERE key = 'fts_rebuild_high_water'`)).toBe('4001')
    const db = new Database(join(path, 'state.db'))
    db.exec(`DELETE FROM messages WHERE id < 100`)
    db.exec(
      `INSERT INTO messages (session_id, role, content, timestamp) SELECT id, 'user', 'walrus', 1 FROM sessions LIMIT 1`,
    )
    const found = db
      .prepare(`SELECT count(*) FROM messages_fts WHERE messages_fts MATCH 'walrus'`)
      .pluck()
      .get()
    expect(found).toBe(1)
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(() => db.exec(`INSERT INTO messages_fts(messages_fts) VALUES('integrity-check')`)).not.toThrow()
    db.close()
  })
})

describe('the scan tree', () => {
  it('has exactly the requested files', () => {
    const { path } = makeScanTree(temporary(), NOW_MS, {
      transcripts: 40,
      repositories: 12,
      filesPerRepository: 80,
    })
    const files = (folder: string) =>
      readdirSync(join(path, folder), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      )
    expect(files('checkpoints')).toHaveLength(12 * 80)
    expect(files('sessions').filter(({ name }) => name.startsWith('session_'))).toHaveLength(40)
  })
})

describe('the demo’s samples', () => {
  const counters: CounterSample = {
    atMs: NOW_MS,
    inputTokens: 4_000_000,
    outputTokens: 2_000_000,
    cacheReadTokens: 100_000_000,
    cacheWriteTokens: 6_000_000,
    sessions: 3_049,
    openSessions: 887,
    lastMessageId: 30_000,
    databaseBytes: 30_000_000,
    walBytes: 0,
    freeBytes: 50_000_000_000,
  }
  const classes = { checkpoints: 140_000_000, snapshots: 56_000_000, transcripts: 95_000_000, yours: 60_000 }
  const made = demoSamples(NOW_MS, { classes, counters })

  it('cover thirty days in order and never exceed the present', () => {
    for (const series of [made.counters, made.storage]) {
      const times = series.map(({ atMs }) => atMs)
      expect(times).toEqual([...times].sort((left, right) => left - right))
      expect(times[0]).toBe(NOW_MS - 30 * DAY_MS)
      expect(times.at(-1)).toBeLessThan(NOW_MS)
    }
    const tokens = made.counters.map(({ cacheReadTokens }) => cacheReadTokens ?? 0)
    expect(tokens).toEqual([...tokens].sort((left, right) => left - right))
    expect(tokens.at(-1)).toBeLessThan(counters.cacheReadTokens ?? 0)
  })

  it('burn far more in the last minutes than at the same time yesterday', () => {
    const between = (fromMs: number, toMs: number): number => {
      const inside = made.counters.filter(({ atMs }) => atMs >= NOW_MS - fromMs && atMs <= NOW_MS - toMs)
      const [first, last] = [inside[0], inside.at(-1)]
      if (first === undefined || last === undefined) return 0
      return (
        ((last.cacheReadTokens ?? 0) - (first.cacheReadTokens ?? 0)) / ((last.atMs - first.atMs) / 60_000)
      )
    }
    const today = between(10 * 60_000, 0)
    const yesterday = between(DAY_MS + 1_800_000, DAY_MS - 1_800_000)
    expect(yesterday).toBeGreaterThan(0)
    expect(today).toBeGreaterThan(10 * yesterday)
  })

  it('grow most in checkpoints, with one step when the database was damaged', () => {
    const [first, last] = [made.storage[0]?.classes ?? {}, made.storage.at(-1)?.classes ?? {}]
    const growth = Object.entries(last).map(([id, bytes]) => ({
      id,
      grown: bytes - ((first as Record<string, number>)[id] ?? 0),
    }))
    expect(growth.sort((left, right) => right.grown - left.grown)[0]?.id).toBe('checkpoints')
    const snapshots = made.storage.map((sample) => sample.classes.snapshots ?? 0)
    const steps = snapshots.slice(1).filter((bytes, index) => bytes - (snapshots[index] ?? 0) > 40_000_000)
    expect(steps).toHaveLength(1)
  })
})
