/**
 * Compares storage, checkpoints, gateway and cron with independent counts: SQL on a copy, git, and plain
 * walks over the folder. Runs on generated homes of every era, and on real ones if present next to the
 * project.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import type { HomeRef } from '../../domain/home/home.ts'
import { openStore } from '../../store/open-store.ts'
import { homesOfEveryEra } from '../../testing/homes-of-every-era.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { HomeMemory } from '../observe/home-memory.ts'
import { HomeObserver } from '../observe/home-observer.ts'
import { readStateDb } from '../observe/read-database-side.ts'
import { readCheckpointList } from './read-checkpoint-list.ts'
import { readCron } from './read-cron.ts'
import { readFolder } from './read-folder.ts'
import { readGateway } from './read-gateway.ts'
import { readStorage } from './read-storage.ts'

const temp = tempHome()
afterAll(temp.cleanup)

const PAGE = { order: 'desc', cursor: null, limit: null, state: null, q: null } as const

describe.each(homesOfEveryEra)('%s', (name, makeHomeAt) => {
  it('every number equals the one counted independently', async () => {
    const path = makeHomeAt(temp.root)
    // A file's block count is final only once it is flushed. An open connection keeps SQLite's files from
    // being removed and created again between the two counts.
    const open = new Database(join(path, 'state.db'), { readonly: true })
    open.prepare('SELECT count(*) FROM sessions').get()
    readStateDb(path, () => null)
    execFileSync('sync')
    const copy = join(temp.root, `copy-${name.replace(' ', '-')}`)
    cpSync(join(path, 'state.db'), join(copy, 'state.db'))
    const db = new Database(join(copy, 'state.db'))
    const home = observe(path)
    await home.assessed()

    await storageAgrees(home, path, db)
    await checkpointsAgree(home, path)
    await gatewayAgrees(home, path, db)
    await cronAgrees(home, path, db)
    db.close()
    open.close()
  })
})

async function storageAgrees(home: HomeObserver, path: string, db: Database.Database): Promise<void> {
  const report = await readStorage(home, null, { store: null, now: Date.now })
  expect(report.notices).toEqual([])
  expect(report.homeBytes).toBe(duOf(path).bytes)
  expect(report.files).toBe(duOf(path).files)
  expect(sum(report.treemap.map(({ bytes }) => bytes))).toBe(report.homeBytes)
  for (const { bytes, parts } of report.treemap) expect(sum(parts.map((part) => part.bytes))).toBe(bytes)
  for (const { path: inner, bytes, files } of report.largestFolders ?? [])
    expect([inner, bytes, files]).toEqual([
      inner,
      duOf(join(path, inner)).bytes,
      duOf(join(path, inner)).files,
    ])
  const sizes = filesBelow(path)
    .filter((file) => !file.includes('/checkpoints/'))
    .map((file) => lstatSync(file).blocks * 512)
  const largest = (report.largestFiles ?? []).filter(({ class: id }) => id !== 'checkpoints')
  expect(largest.map(({ bytes }) => bytes)).toEqual(sizes.sort((a, b) => b - a).slice(0, largest.length))
  for (const file of largest) expect(lstatSync(join(path, file.path)).blocks * 512).toBe(file.bytes)

  const version = Number(db.prepare('SELECT version FROM schema_version').pluck().get())
  const activity = `max(started_at, (SELECT coalesce(max(timestamp), 0) FROM messages WHERE session_id = s.id)${version >= 24 ? ', coalesce(last_activity_at, 0)' : ''})`
  const old = db
    .prepare(
      `SELECT count(*) FROM sessions s WHERE ended_at IS NOT NULL
       AND ${version < 24 ? 'started_at' : activity} < unixepoch('now', 'subsec') - 90 * 86400`,
    )
    .pluck()
    .get()
  const { selects, state } = report.autoPrune
  if (version < 7) expect([state, selects]).toEqual(['absent', null])
  // A pinned session is spared or uncertain in the newest versions. Nothing else in these homes is.
  else if (version < 26) expect(selects?.sessions).toBe(old)
  else expect((selects?.sessions ?? 0) + (selects?.perhaps ?? 0)).toBeLessThanOrEqual(Number(old))

  const folders = ['', 'sessions', 'checkpoints'].filter((inner) => existsSync(join(path, inner)))
  for (const inner of folders) {
    const listing = await readFolder(home, inner === '' ? [] : [inner])
    expect([listing?.bytes, listing?.files]).toEqual([
      duOf(join(path, inner)).bytes,
      duOf(join(path, inner)).files,
    ])
    expect(listing?.children.map(({ name }) => name).sort()).toEqual(readdirSync(join(path, inner)).sort())
  }
}

async function checkpointsAgree(home: HomeObserver, path: string): Promise<void> {
  const query = { ...PAGE, sort: 'bytes', layout: null } as const
  await readCheckpointList(home, query)
  await home.commits.count((await home.assessed()).checkpoints ?? [])
  const answer = await readCheckpointList(home, query)
  if (!answer.ok || answer.value.items === null) throw new Error('no list')
  const base = join(path, 'checkpoints')
  const entries = existsSync(base) ? readdirSync(base) : []
  const repositories = entries.filter((entry) => existsSync(join(base, entry, 'HERMES_WORKDIR')))
  const v1 = answer.value.items.filter(({ layout }) => layout === 'v1')
  expect(v1.map(({ id }) => id).sort()).toEqual(repositories.sort())
  for (const { id, bytes, workdir, state, commits } of v1) {
    const folder = join(base, id)
    expect(bytes).toBe(duOf(folder).bytes)
    expect(workdir).toBe(readFileSync(join(folder, 'HERMES_WORKDIR'), 'utf8').trim())
    if (state === 'orphan') expect(existsSync(join(workdir ?? '', '..'))).toBe(true)
    expect(commits).toBe(Number(git(folder, 'rev-list', '--count', 'HEAD')))
  }
  const projects = join(base, 'store', 'projects')
  const v2 = answer.value.items.filter(({ layout }) => layout === 'v2')
  expect(v2.length).toBe(existsSync(projects) ? readdirSync(projects).length : 0)
}

async function gatewayAgrees(home: HomeObserver, path: string, db: Database.Database): Promise<void> {
  const answer = await readGateway(home, { ...PAGE, sort: 'key', platform: null, onRestart: null })
  if (!answer.ok || answer.value.entries === null) throw new Error('no routes')
  const { entries, totals, primary } = answer.value
  const index = join(path, 'sessions', 'sessions.json')
  const file: Record<string, { session_id: string }> = existsSync(index)
    ? JSON.parse(readFileSync(index, 'utf8'))
    : {}
  const hasTable =
    db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'gateway_routing'").get() !== undefined
  const inTable = hasTable
    ? db.prepare('SELECT session_key FROM gateway_routing').pluck().all().map(String)
    : []
  const keys = new Set([...inTable, ...Object.keys(file).filter((key) => !key.startsWith('_'))])
  expect(primary).toBe(hasTable ? 'table' : 'file')
  expect(entries.map(({ key }) => key).sort()).toEqual([...keys].sort())
  const ids = new Set(db.prepare('SELECT id FROM sessions').pluck().all().map(String))
  expect(totals?.dangling).toBe(entries.filter(({ sessionId }) => !ids.has(sessionId)).length)
  const version = Number(db.prepare('SELECT version FROM schema_version').pluck().get())
  const expired = entries.filter(({ state, finalised }) => state === 'expired' && !finalised).length
  expect(answer.value.flushesOnRestart).toBe(version < 9 ? expired : 0)
}

async function cronAgrees(home: HomeObserver, path: string, db: Database.Database): Promise<void> {
  const { jobs, everything } = await readCron(home)
  const rows = db
    .prepare<[], { id: string; messages: number; input: number; cacheRead: number; cost: number | null }>(
      `SELECT id, message_count AS messages, input_tokens AS input, cache_read_tokens AS cacheRead,
         coalesce(actual_cost_usd, estimated_cost_usd) AS cost FROM sessions`,
    )
    .all()
  expect(everything?.sessions).toBe(rows.length)
  const known = new Set(rows.map(({ id }) => /^cron_(.+)_\d{8}_\d{6}$/.exec(id)?.[1]).filter(Boolean))
  for (const job of known) expect(jobs?.map(({ id }) => id)).toContain(job)
  for (const job of jobs ?? []) {
    const own = rows.filter(({ id }) => id.startsWith(`cron_${job.id}_`))
    expect(job).toMatchObject({
      sessions: own.length,
      messages: sum(own.map(({ messages }) => messages)),
      tokens: {
        input: sum(own.map(({ input }) => input)),
        cacheRead: sum(own.map(({ cacheRead }) => cacheRead)),
      },
    })
    const listed = readdirSync(join(path, 'sessions')).filter((file) => file.includes(`cron_${job.id}_`))
    const blocks = (files: string[]) =>
      sum(files.map((file) => lstatSync(join(path, 'sessions', file)).blocks * 512))
    const dumps = listed.filter((file) => file.startsWith('request_dump_'))
    expect(job.requestDumps).toEqual({ count: dumps.length, bytes: blocks(dumps) })
    const transcripts = listed.filter((file) => !dumps.includes(file))
    expect(job.transcripts).toEqual({ count: transcripts.length, bytes: blocks(transcripts) })
    const outputs = join(path, 'cron', 'output', job.id)
    expect(job.outputs?.count).toBe(existsSync(outputs) ? readdirSync(outputs).length : 0)
  }
}

function observe(path: string): HomeObserver {
  const store = openStore(join(temp.root, 'data'))
  if (!store.ok) throw new Error(store.fault.detail)
  const ref: HomeRef = { id: 'main', label: 'main', path, profile: null, root: path, demo: false }
  return new HomeObserver(ref, new HomeMemory(store.value, path), { readOnly: false, clock: Date.now })
}

const git = (gitDir: string, ...args: string[]): string =>
  execFileSync('git', args, {
    env: { ...process.env, GIT_DIR: gitDir, GIT_WORK_TREE: '/' },
    encoding: 'utf8',
  }).trim()

function duOf(root: string): { bytes: number; files: number } {
  const stats = lstatSync(root)
  const own = { bytes: stats.blocks * 512, files: stats.isDirectory() ? 0 : 1 }
  if (!stats.isDirectory()) return own
  return readdirSync(root)
    .map((entry) => duOf(join(root, entry)))
    .reduce((a, b) => ({ bytes: a.bytes + b.bytes, files: a.files + b.files }), own)
}

const filesBelow = (root: string): string[] =>
  readdirSync(root).flatMap((entry) => {
    const path = join(root, entry)
    return lstatSync(path).isDirectory() ? filesBelow(path) : [path]
  })

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
