/**
 * Compares the overview with independent counts: SQL on a copy, and a plain walk over the folder. Runs on
 * generated homes of every era, and on real ones if present next to the project.
 */
import { cpSync, lstatSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import type { HomeRef } from '../../domain/home/home.ts'
import { openStore } from '../../store/open-store.ts'
import { homesOfEveryEra } from '../../testing/homes-of-every-era.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { HomeMemory } from '../observe/home-memory.ts'
import { HomeObserver } from '../observe/home-observer.ts'

const temp = tempHome()
afterAll(temp.cleanup)

describe.each(homesOfEveryEra)('%s', (name, makeHomeAt) => {
  it('every number equals the one counted independently', async () => {
    const path = makeHomeAt(temp.root)
    const copy = join(temp.root, `copy-${name.replace(' ', '-')}`)
    cpSync(join(path, 'state.db'), join(copy, 'state.db'))
    const db = new Database(join(copy, 'state.db'))
    const sql = (query: string): string =>
      db
        .prepare(query)
        .raw()
        .all()
        .map((row) => (Array.isArray(row) ? row.map((value) => value ?? '') : []).join('\t'))
        .join('\n')
    const pairs = (query: string) =>
      Object.fromEntries(
        sql(query)
          .split('\n')
          .map((line) => line.split('\t'))
          .map(([key, count]) => [key, Number(count)]),
      )
    const { overview, status } = await observe(path)

    expect(overview.notices).toEqual([])
    expect(status.schema).toBe(Number(sql('SELECT version FROM schema_version')))
    const { sessions, tokens, files, disk } = overview
    expect(sessions?.total).toBe(Number(sql('SELECT count(*) FROM sessions')))
    expect(sessions?.open).toBe(Number(sql('SELECT count(*) FROM sessions WHERE ended_at IS NULL')))
    expect(sessions?.bySource).toEqual(pairs('SELECT source, count(*) FROM sessions GROUP BY 1'))
    expect(sessions?.byEndReason).toEqual(
      pairs("SELECT coalesce(end_reason, 'null'), count(*) FROM sessions GROUP BY 1"),
    )
    expect(sessions?.cron.count).toBe(Number(sql("SELECT count(*) FROM sessions WHERE source = 'cron'")))
    expect(sum(sessions?.ageBuckets)).toBe(sessions?.total)
    expect(sessions?.ageBuckets.at(-1)?.count).toBe(olderThan(sql, 90))
    const totals = sql(
      'SELECT sum(input_tokens), sum(output_tokens), sum(cache_read_tokens), sum(cache_write_tokens) FROM sessions',
    )
      .split('\t')
      .map(Number)
    expect([tokens?.input, tokens?.output, tokens?.cacheRead, tokens?.cacheWrite]).toEqual(totals)
    expect(Object.fromEntries(tokens?.byDay.map(({ day, input }) => [day, input]) ?? [])).toEqual(
      pairs("SELECT date(started_at, 'unixepoch'), sum(input_tokens) FROM sessions GROUP BY 1"),
    )
    const cost = sql('SELECT sum(coalesce(actual_cost_usd, estimated_cost_usd)) FROM sessions')
    if (cost === '') expect(tokens?.costUsd).toBeNull()
    else expect(tokens?.costUsd).toBeCloseTo(Number(cost), 6)

    const everything = walk(path)
    const listed = everything.filter(({ folder, isFolder }) => folder === join(path, 'sessions') && !isFolder)
    const dumps = listed.filter(({ file }) => /^request_dump_.*\.json$/.test(file))
    const transcripts = listed.filter(
      ({ file }) =>
        /\.jsonl?$/.test(file) && file !== 'sessions.json' && !dumps.some((dump) => dump.file === file),
    )
    expect(files?.transcripts).toMatchObject({
      count: transcripts.length,
      bytes: transcripts.reduce((total, { bytes }) => total + bytes, 0),
      apparentBytes: transcripts.reduce((total, { size }) => total + size, 0),
      cron: { count: transcripts.filter(({ file }) => /^(session_)?cron_/.test(file)).length },
    })
    expect(files?.requestDumps.count).toBe(dumps.length)
    expect(sum(files?.transcripts.ageBuckets)).toBe(transcripts.length)
    const ids = new Set(sql('SELECT id FROM sessions').split('\n'))
    const idOf = (file: string) =>
      file
        .replace(/^request_dump_(.+)_\d{8}_\d{6}_\d{6}\.json$/, '$1')
        .replace(/^session_(.+)\.json$/, '$1')
        .replace(/\.jsonl?$/, '')
    expect(files?.orphans?.count).toBe(
      [...dumps, ...transcripts].filter(({ file }) => !ids.has(idOf(file))).length,
    )

    expect(disk.homeBytes).toBe(everything.reduce((total, { bytes }) => total + bytes, 0))
    expect(disk.classes.reduce((total, { files: count }) => total + count, 0)).toBe(
      everything.filter(({ isFolder }) => !isFolder).length,
    )
    for (const { bytes, reclaimableBytes } of disk.classes)
      expect(reclaimableBytes).toBeLessThanOrEqual(bytes)
  })
})

async function observe(path: string) {
  const store = openStore(join(temp.root, 'data'))
  if (!store.ok) throw new Error(store.fault.detail)
  const home: HomeRef = { id: 'main', label: 'main', path, profile: null, root: path, demo: false }
  const observer = new HomeObserver(home, new HomeMemory(store.value, path), {
    readOnly: false,
    clock: Date.now,
  })
  return observer.observe()
}

/** Last activity: the newest of heartbeat, newest message and start. */
function olderThan(sql: (query: string) => string, days: number): number {
  const heartbeat =
    sql("SELECT count(*) FROM pragma_table_info('sessions') WHERE name = 'last_activity_at'") === '1'
      ? 'coalesce(last_activity_at, 0)'
      : '0'
  const newest = '(SELECT coalesce(max(timestamp), 0) FROM messages WHERE session_id = s.id)'
  return Number(
    sql(
      `SELECT count(*) FROM sessions s WHERE max(started_at, ${heartbeat}, ${newest}) <= unixepoch('now') - ${days} * 86400`,
    ),
  )
}

const sum = (buckets: readonly { readonly count: number }[] | undefined) =>
  buckets?.reduce((total, { count }) => total + count, 0)

type Seen = { folder: string; file: string; size: number; bytes: number; isFolder: boolean }

/** A folder and everything below it, hard links counted once: a plain implementation of `du`. */
function walk(root: string): Seen[] {
  const inodes = new Set<number>()
  const visit = (folder: string, file: string): Seen[] => {
    const path = join(folder, file)
    const stats = lstatSync(path)
    if (inodes.has(stats.ino)) return []
    inodes.add(stats.ino)
    const own = { folder, file, size: stats.size, bytes: stats.blocks * 512, isFolder: stats.isDirectory() }
    return [own, ...(stats.isDirectory() ? readdirSync(path).flatMap((name) => visit(path, name)) : [])]
  }
  return visit(dirname(root), basename(root))
}
