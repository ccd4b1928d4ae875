/**
 * Compares plans with independent results: plain SQL on a copy and a plain listing of the folder. Runs on
 * generated homes of every era, and on real ones if present next to the project.
 */
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import type { HomeRef } from '../../domain/home/home.ts'
import type { RunItem } from '../../domain/plan/plan.ts'
import type { Policy } from '../../domain/plan/policy.ts'
import { openStore } from '../../store/open-store.ts'
import { readRunItems } from '../../store/plans/plan-items.ts'
import { digestTree } from '../../testing/digest-tree.ts'
import { homesOfEveryEra, WITH_PHOTOS } from '../../testing/homes-of-every-era.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { HomeMemory } from '../observe/home-memory.ts'
import { HomeObserver } from '../observe/home-observer.ts'
import { makeHomePlan } from './make-plan.ts'

const temp = tempHome()
afterAll(temp.cleanup)
const opened = openStore(join(temp.root, 'data'))
if (!opened.ok) throw new Error(opened.fault.detail)
const store = opened.value

function observe(path: string): HomeObserver {
  const home: HomeRef = { id: 'main', label: 'main', path, profile: null, root: path, demo: false }
  return new HomeObserver(home, new HomeMemory(store, path), { readOnly: false, clock: Date.now })
}

async function planOf(path: string, ...steps: Policy[]) {
  const input = { request: { steps, disposition: 'archive' }, by: 'test' } as const
  const made = await makeHomePlan(observe(path), input, { store, now: Date.now })
  if (!made.ok) throw new Error(made.fault.code)
  return { ...made.value.plan, going: readRunItems(store, made.value.plan.id, []) }
}

const prune = (olderThanDays: number): Policy => ({
  action: 'prune-sessions',
  ids: null,
  sources: null,
  cronJobs: null,
  olderThanDays,
  keepNewest: null,
  includeShelved: false,
  minBytes: null,
  minMessages: null,
})

const idsOf = (items: readonly RunItem[]): string[] =>
  items.flatMap(({ target }) => (target.kind === 'session' ? target.sessionId : [])).sort()

describe.each(homesOfEveryEra)('%s', (name, make) => {
  const path = make(temp.root)
  letRest(join(path, 'sessions'))
  const before = digestTree(path)
  const copy = join(temp.root, `copy of ${name}`)
  cpSync(join(path, 'state.db'), join(copy, 'state.db'))
  if (existsSync(join(path, 'state.db-wal'))) cpSync(join(path, 'state.db-wal'), join(copy, 'state.db-wal'))
  const db = new Database(join(copy, 'state.db'))
  afterAll(() => db.close())

  it.each([0, 3, 30])('a prune of sessions idle for %d days selects what SQL finds', async (days) => {
    const plan = await planOf(path, prune(days))
    const photos = photosOfAnOlderSqlite(db)
    expect(photos).toHaveLength(WITH_PHOTOS.includes(name) ? 1 : 0)
    expect(idsOf(plan.going)).toEqual(expectedToGo(db, path, days).filter((id) => !photos.includes(id)))
    const total = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM sessions').get()?.n
    expect(plan.totals.act.items + plan.totals.keep.items).toBe(total)
  })

  it('every file of a pruned session is in its target, and each fingerprint is exact', async () => {
    const { going } = await planOf(path, prune(0))
    const names = existsSync(join(path, 'sessions')) ? readdirSync(join(path, 'sessions')) : []
    const fingerprints = db.prepare<[string], Record<string, unknown>>(
      `SELECT ended_at AS endedAt, end_reason AS endReason, message_count AS messageCount, parent_session_id AS parentId,
         (SELECT count(*) FROM messages WHERE session_id = s.id) AS messages,
         (SELECT max(id) FROM messages WHERE session_id = s.id) AS newestMessageId FROM sessions s WHERE id = ?`,
    )
    for (const { target } of going) {
      if (target.kind !== 'session') throw new Error('not a session')
      const own = names.filter((file) => ownerOf(file) === target.sessionId)
      expect(target.files.map(({ path: [, file] }) => file).sort()).toEqual(own.sort())
      expect(target.mark).toEqual(fingerprints.get(target.sessionId))
    }
  })

  it('orphan files are those whose id has no row', async () => {
    const { going } = await planOf(path, { action: 'orphan-files', olderThanDays: 0 })
    const ids = new Set(
      db
        .prepare<[], { id: string }>('SELECT id FROM sessions')
        .all()
        .map(({ id }) => id),
    )
    const schema =
      db.prepare<[], { version: number }>('SELECT version FROM schema_version').get()?.version ?? 0
    const names = existsSync(join(path, 'sessions')) ? readdirSync(join(path, 'sessions')) : []
    const orphans = names.filter((file) => {
      const owner = ownerOf(file)
      return owner !== null && !ids.has(owner) && !(schema > 11 && file.endsWith('.jsonl'))
    })
    const left = names.filter((file) => /^\.sessions_.*\.tmp$/.test(file))
    expect(going.map(({ label }) => label).sort()).toEqual([...orphans, ...left].sort())
  })

  it('planning everything twice gives the same digest and changes nothing in the home', async () => {
    const steps: Policy[] = [
      prune(1),
      {
        action: 'prune-files',
        sources: null,
        cronJobs: null,
        olderThanDays: 1,
        kinds: ['transcript', 'request-dump'],
        minBytes: null,
      },
      { action: 'orphan-files', olderThanDays: 1 },
      { action: 'close-leaked', ids: null, sources: null, cronJobs: null, olderThanDays: 1 },
      {
        action: 'checkpoints',
        ids: null,
        states: ['orphan', 'stale'],
        olderThanDays: 1,
        temporaryPacks: true,
      },
      { action: 'gateway-entries', states: ['expired', 'dangling'], olderThanDays: 1 },
      { action: 'cron-output', cronJobs: null, keepNewest: 1, olderThanDays: 1, deadJobs: true },
      { action: 'compact-database' },
    ]
    const [one, other] = [await planOf(path, ...steps), await planOf(path, ...steps)]
    expect(other.digest).toBe(one.digest)
    expect(digestTree(path)).toEqual(before)
  })
})

/** Freshly unpacked files look as if they were being written, and plans skip such files. */
function letRest(folder: string): void {
  const anHourAgo = Date.now() / 1000 - 3_600
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const stats = lstatSync(join(folder, name))
    if (stats.isFile() && stats.mtimeMs / 1000 > anHourAgo)
      utimesSync(join(folder, name), anHourAgo, anHourAgo)
  }
}

function ownerOf(file: string): string | null {
  if (file === 'sessions.json' || file.startsWith('.')) return null
  return (
    /^request_dump_(.+)_\d{8}_\d{6}_\d{6}\.json$/.exec(file)?.[1] ??
    /^session_(.+)\.json$/.exec(file)?.[1] ??
    /^(.+)\.jsonl?$/.exec(file)?.[1] ??
    null
  )
}

/** Sessions with a message that begins with a NUL and of which the index counted nothing. Alone in their lineage. */
function photosOfAnOlderSqlite(db: Database.Database): string[] {
  const hasIndex = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'messages_fts_trigram_docsize'").get()
  if (hasIndex === undefined) return []
  return db
    .prepare<[], string>(
      `SELECT session_id FROM messages JOIN messages_fts_trigram_docsize USING (id)
       WHERE hex(content) LIKE '00%' AND octet_length(content) > 9 AND trim(hex(sz), '0') = ''`,
    )
    .pluck()
    .all()
}

/** The rules of docs/hermes.md as one SQL statement: lineages first, then every reason to keep a session. */
function expectedToGo(db: Database.Database, path: string, days: number): string[] {
  const columns = new Set(
    db
      .prepare<[], { name: string }>("SELECT name FROM pragma_table_info('sessions')")
      .all()
      .map(({ name }) => name),
  )
  const has = (column: string, otherwise: string) => (columns.has(column) ? `s.${column}` : otherwise)
  const marker = (name: string) =>
    `CASE WHEN json_valid(s.model_config) THEN json_extract(s.model_config, '$.${name}') IS NOT NULL ELSE 0 END`
  const routed = JSON.stringify([...routedIds(db, path)])
  const rows = db
    .prepare<[string, string], { id: string }>(
      `WITH RECURSIVE
       s AS (SELECT * FROM sessions),
       seen AS (
         SELECT s.id, s.parent_session_id AS parent, s.source, s.ended_at, s.end_reason, s.started_at,
           max(s.started_at, coalesce(${has('last_activity_at', '0')}, 0),
             coalesce((SELECT max(timestamp) FROM messages m WHERE m.session_id = s.id), 0)) AS active,
           coalesce(${has('pinned', '0')}, 0) AS pinned, coalesce(${has('archived', '0')}, 0) AS archived,
           s.id IN (SELECT value FROM json_each(?)) AS routed,
           s.source = 'subagent' OR ${marker('_delegate_from')} AS delegate,
           coalesce(${marker('_branched_from')} OR ${marker('_reset_from')}, 0) AS other
         FROM s),
       edge AS (SELECT c.id AS child, p.id AS parent FROM seen c JOIN seen p ON p.id = c.parent
         WHERE p.end_reason = 'compression' AND NOT coalesce(c.delegate, 0) AND NOT c.other AND c.source <> 'tool'),
       up(id, root) AS (SELECT id, id FROM seen UNION SELECT up.id, edge.parent FROM up JOIN edge ON edge.child = up.root),
       roots AS (SELECT id, root FROM up WHERE root NOT IN (SELECT child FROM edge)),
       guarded AS (SELECT DISTINCT roots.root FROM seen JOIN roots USING (id) WHERE pinned OR routed
         OR (ended_at IS NULL AND active > unixepoch('subsec') - iif(source IN ('cron', 'subagent', 'api_server'), 6, 24) * 3600)),
       kept AS (
         SELECT root FROM guarded
         UNION SELECT roots.root FROM seen JOIN roots USING (id)
           WHERE ended_at IS NULL OR archived OR active > unixepoch('subsec') - @days * 86400.0
           OR (end_reason NOT IN ('cli_close', 'tui_close', 'tui_shutdown', 'new_session', 'new_command', 'session_reset',
                 'idle', 'daily', 'suspended', 'resume_pending_expired', 'session_switch', 'resumed_other', 'branched',
                 'orphaned_compression', 'cron_complete', 'superseded_by_repair')
               AND NOT (end_reason = 'compression' AND id IN (SELECT parent FROM edge))
               AND max(ended_at, active) > unixepoch('subsec') - max(@days, 1) * 86400.0)
         UNION SELECT root FROM roots WHERE id IN (SELECT value FROM json_each(?))
         UNION SELECT mine.root FROM seen c JOIN roots mine ON mine.id = c.id JOIN roots theirs ON theirs.id = c.parent
           WHERE c.delegate AND theirs.root IN (SELECT root FROM guarded)
       )
       SELECT id FROM roots WHERE root NOT IN (SELECT root FROM kept) ORDER BY id`.replaceAll(
        '@days',
        String(days),
      ),
    )
    .all(routed, JSON.stringify(divertedIds(db, path)))
  return rows.map(({ id }) => id).sort()
}

/**
 * A `.jsonl` from after 20 May 2026 with a text that no row of its session has (docs/hermes.md, "Session files"). The
 * homes here repeat no text, so this is enough.
 */
function divertedIds(db: Database.Database, path: string): string[] {
  const schema = db.prepare<[], number>('SELECT version FROM schema_version').pluck().get() ?? 0
  const since = Date.UTC(2026, 4, 20)
  const folder = join(path, 'sessions')
  const hasRow = db
    .prepare("SELECT 1 FROM messages WHERE session_id = ? AND role = ? AND coalesce(content, '') = ?")
    .pluck()
  return readdirSync(folder)
    .filter(
      (name) => name.endsWith('.jsonl') && schema > 11 && lstatSync(join(folder, name)).mtimeMs >= since,
    )
    .filter((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line): { role: string; content: string } => JSON.parse(line))
        .some(
          ({ role, content }) => hasRow.get(name.slice(0, -'.jsonl'.length), role, content) === undefined,
        ),
    )
    .map((name) => name.slice(0, -'.jsonl'.length))
}

function routedIds(db: Database.Database, path: string): Set<string> {
  const ids = new Set<string>()
  const table = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'gateway_routing'").get()
  if (table !== undefined)
    for (const { id } of db
      .prepare<[], { id: string }>(
        "SELECT json_extract(entry_json, '$.session_id') AS id FROM gateway_routing",
      )
      .all())
      ids.add(id)
  const file = join(path, 'sessions', 'sessions.json')
  if (!existsSync(file)) return ids
  const entries: Record<string, { session_id?: string }> = JSON.parse(readFileSync(file, 'utf8'))
  for (const entry of Object.values(entries)) if (entry.session_id !== undefined) ids.add(entry.session_id)
  return ids
}
