/**
 * A session that changed since the preview is kept, and sessions that belong together are deleted together or
 * not at all.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { endedItems, findFaults, readAllRows, withReader } from '../../testing/home-rows.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { makeKillHome } from '../../testing/torture/kill-rows.ts'
import { FREELY, inShortestTurns, saveAll, withWriter } from '../../testing/torture/row-run.ts'
import type { SessionDelete } from './delete-order.ts'
import { type DeleteOptions, deleteSessions } from './delete-sessions.ts'

let origin: TempHome
beforeAll(() => {
  origin = tempHome()
  smallHome(origin.path, 'nov', Date.now(), { checkpoints: [], files: [] })
})
afterAll(() => origin.cleanup())

let temp: TempHome
let home: string
beforeEach(() => {
  temp = tempHome()
  home = temp.path
  cpSync(origin.path, home, { recursive: true })
})
afterEach(() => temp.cleanup())

const change = (sql: string, path = home): void => {
  const db = new Database(join(path, 'state.db'))
  db.exec(sql)
  db.close()
}

const itemsOf = (...ids: string[]): SessionDelete[] =>
  endedItems(home).filter(({ target }) => ids.includes(target.sessionId))

const together = (items: readonly SessionDelete[], name = 'family'): SessionDelete[] =>
  items.map((item) => ({ ...item, together: name }))

const run = (items: readonly SessionDelete[], options: Partial<DeleteOptions> = {}) =>
  withWriter(home, (writer) => deleteSessions(writer, items, { ...FREELY, ...options }))

const codesOf = (outcomes: ReadonlyMap<string, Outcome>) =>
  Object.fromEntries(
    [...outcomes].map(([id, outcome]) => [id, 'code' in outcome ? outcome.code : outcome.kind]),
  )

it.each([
  [
    'a message arrived',
    `INSERT INTO messages (session_id, role, timestamp) VALUES ('twin', 'user', 1)`,
    'message-arrived',
  ],
  [
    'a message was deleted',
    `DELETE FROM messages WHERE id = (SELECT min(id) FROM messages WHERE session_id = 'twin')`,
    'row-changed',
  ],
  [
    'it was reopened',
    `UPDATE sessions SET ended_at = NULL, end_reason = NULL WHERE id = 'twin'`,
    'row-changed',
  ],
  ['its end changed', `UPDATE sessions SET ended_at = ended_at + 1 WHERE id = 'twin'`, 'row-changed'],
  ['its reason changed', `UPDATE sessions SET end_reason = 'idle' WHERE id = 'twin'`, 'row-changed'],
  ['it got a parent', `UPDATE sessions SET parent_session_id = 'twin_2' WHERE id = 'twin'`, 'row-changed'],
  [
    'it is gone',
    `DELETE FROM messages WHERE session_id = 'twin'; DELETE FROM sessions WHERE id = 'twin'`,
    'row-gone',
  ],
])('a session is skipped when %s since the preview', async (_, sql, code) => {
  const items = itemsOf('twin')
  change(sql)
  const before = readAllRows(home)
  expect(codesOf(await run(items))).toEqual({ twin: code })
  expect(readAllRows(home)).toEqual(before)
})

it.each([
  ['its title', `UPDATE sessions SET title = 'renamed' WHERE id = 'twin'`],
  ['a message', `UPDATE messages SET active = 0 WHERE session_id = 'twin'`],
  ['its usage', `INSERT INTO session_model_usage (session_id, model) VALUES ('twin', 'late')`],
  ['a new child', `UPDATE sessions SET parent_session_id = 'twin' WHERE id = 'twin_2'`],
])(
  'a session that changed after it was saved is skipped, even if its fingerprint still matches: %s',
  async (_, sql) => {
    const items = itemsOf('twin')
    await withWriter(home, async (writer) => {
      const saved = saveAll(writer, items)
      change(sql)
      const before = readAllRows(home)
      expect(codesOf(await deleteSessions(writer, items, { ...FREELY, saved }))).toEqual({
        twin: 'row-changed',
      })
      expect(readAllRows(home)).toEqual(before)
    })
  },
)

it('a session that is protected by now is skipped', async () => {
  const protect = (id: string) => (id === 'twin' ? { code: 'routed', message: 'a chat uses it' } : null)
  const outcomes = await run(itemsOf('twin', 'twin_2'), { protect })
  expect(codesOf(outcomes)).toEqual({ twin: 'now-protected', twin_2: 'done' })
})

it('a group is kept if one of its sessions must stay, and deleted completely otherwise', async () => {
  const family = ['family_parent', 'family_delegate_0', 'family_delegate_1']
  const items = together(itemsOf(...family))
  const stay = await run(items, {
    protect: (id) => (id === 'family_delegate_1' ? { code: 'pinned', message: 'pinned' } : null),
  })
  expect(codesOf(stay)).toEqual({
    family_parent: 'relative-skipped',
    family_delegate_0: 'relative-skipped',
    family_delegate_1: 'now-protected',
  })
  expect(itemsOf(...family)).toHaveLength(3)
  expect(new Set(Object.values(codesOf(await run(items))))).toEqual(new Set(['done']))
})

it('children that stay are unlinked and otherwise unchanged', async () => {
  const before = readAllRows(home)
  await run(itemsOf('family_parent'))
  const orphans = withReader(home, (db) =>
    db
      .prepare("SELECT count(*) FROM sessions WHERE id LIKE 'family_%' AND parent_session_id IS NULL")
      .pluck()
      .get(),
  )
  expect(orphans).toBe(5)
  change(`PRAGMA foreign_keys = OFF;
    UPDATE sessions SET parent_session_id = 'family_parent' WHERE id LIKE 'family_%'`)
  const rows = readAllRows(home).get('sessions') ?? []
  expect(rows.every((row) => before.get('sessions')?.includes(row))).toBe(true)
})

it('a stop takes effect between items, and the rest is reported as stopped', async () => {
  let asked = 0
  const options = { ...FREELY, stop: () => ++asked > 1 }
  const outcomes = await withWriter(home, (writer) =>
    deleteSessions(inShortestTurns(writer), endedItems(home), options),
  )
  const codes = Object.values(codesOf(outcomes))
  expect(codes.filter((code) => code === 'stopped').length).toBeGreaterThan(0)
  expect(endedItems(home)).toHaveLength(codes.filter((code) => code === 'stopped').length)
})

it('a session too large for one turn is not deleted unless it was saved', async () => {
  const path = join(temp.root, 'large')
  makeKillHome(path, 300)
  const items = endedItems(path).filter(({ target }) => target.sessionId === 'huge')
  const before = readAllRows(path)
  const outcomes = await withWriter(path, (writer) => deleteSessions(writer, items, FREELY))
  expect(codesOf(outcomes)).toEqual({ huge: 'not-saved' })
  expect(readAllRows(path)).toEqual(before)
})

it('a large session is restored if a message arrives halfway', async () => {
  const path = join(temp.root, 'large')
  makeKillHome(path, 260)
  const items = endedItems(path).filter(({ target }) => target.sessionId === 'huge')
  const before = readAllRows(path)
  await withWriter(path, async (writer) => {
    const saved = saveAll(writer, items)
    let turns = 0
    const turn: typeof writer.turn = async (body) => {
      turns += 1
      if (turns === 3)
        change(
          `INSERT INTO messages (session_id, role, content, timestamp) VALUES ('huge', 'user', 'late', 1)`,
          path,
        )
      // Short turns until the message arrives, so that the session is partly deleted on any machine.
      return turns <= 3 ? inShortestTurns(writer).turn(body) : writer.turn(body)
    }
    const outcomes = await deleteSessions({ ...writer, turn }, items, { ...FREELY, saved })
    expect(codesOf(outcomes)).toEqual({ huge: 'message-arrived' })
  })
  const after = readAllRows(path).get('messages') ?? []
  expect(after).toHaveLength((before.get('messages')?.length ?? 0) + 1)
  expect(before.get('messages')?.every((row) => after.includes(row))).toBe(true)
  expect(readAllRows(path).get('sessions')).toEqual(before.get('sessions'))
  expect(findFaults(path)).toEqual([])
})

it('a damaged session fails alone, and the others are deleted', async () => {
  const items = endedItems(home)
  await withWriter(home, async (writer) => {
    const fail = (id: string) => {
      if (id === 'twin') throw new Database.SqliteError('made to fail', 'SQLITE_CORRUPT_VTAB')
      return null
    }
    const outcomes = await deleteSessions(writer, items, { ...FREELY, protect: fail })
    expect(outcomes.get('twin')).toMatchObject({ kind: 'failed', code: 'sqlite' })
    expect([...outcomes.values()].filter(({ kind }) => kind === 'done')).toHaveLength(items.length - 1)
  })
  expect(itemsOf('twin')).toHaveLength(1)
  expect(findFaults(home)).toEqual([])
})

it('a busy database is retried, and reported if it stays busy', async () => {
  const other = new Database(join(home, 'state.db'))
  const items = itemsOf('twin')
  try {
    other.exec('BEGIN IMMEDIATE')
    const outcomes = await withWriter(home, (writer) => deleteSessions(writer, items, FREELY), {
      patienceMs: 200,
    })
    expect(codesOf(outcomes)).toEqual({ twin: 'db-busy' })
    const waiting = withWriter(home, (writer) => deleteSessions(writer, items, FREELY))
    other.exec('ROLLBACK')
    expect(codesOf(await waiting)).toEqual({ twin: 'done' })
  } finally {
    other.close()
  }
})

it('whatever is deleted, every remaining row is unchanged except for its parent', async () => {
  const whole = join(temp.root, 'whole.db')
  withReader(home, (db) => db.exec(`VACUUM INTO '${whole}'`))
  const all = endedItems(home)
  const before = readAllRows(home)
  const unparented = rowsWithoutParents(home)
  await fc.assert(
    fc.asyncProperty(fc.subarray(all), fc.boolean(), async (chosen, isGrouped) => {
      const path = join(temp.root, `subset-${chosen.length}-${Math.random()}`)
      mkdirSync(path)
      cpSync(whole, join(path, 'state.db'))
      const items = isGrouped ? together(chosen) : chosen
      const outcomes = await withWriter(path, (writer) => deleteSessions(writer, items, FREELY), {
        isAlone: true,
      })
      expect([...outcomes.values()].every(({ kind }) => kind === 'done')).toBe(true)
      const gone = new Set(chosen.map(({ target }) => target.sessionId))
      const kept = new Map([...unparented].filter(([id]) => !gone.has(id)))
      expect(rowsWithoutParents(path)).toEqual(kept)
      for (const [table, rows] of readAllRows(path))
        if (table !== 'sessions') expect(rows.every((row) => before.get(table)?.includes(row))).toBe(true)
      expect(findFaults(path)).toEqual([])
      rmSync(path, { recursive: true })
    }),
    { numRuns: 10 },
  )
})

function rowsWithoutParents(path: string): Map<string, string> {
  return withReader(path, (db) => {
    const rows = db.prepare<[], Record<string, unknown>>(
      `SELECT s.*, (SELECT group_concat(m.id || quote(m.content) || quote(m.display_order)) FROM messages m WHERE m.session_id = s.id) AS texts,
         (SELECT group_concat(quote(u.model) || u.input_tokens) FROM session_model_usage u WHERE u.session_id = s.id) AS usage,
         (SELECT prompt FROM system_prompts WHERE hash = s.system_prompt_hash) AS prompt
       FROM sessions s`,
    )
    return new Map(
      rows.all().map((row) => [String(row.id), JSON.stringify({ ...row, parent_session_id: null })]),
    )
  })
}
