/** Closing leaked sessions and removing gateway routes changes only what was planned, and can be undone exactly. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LeakTarget, RouteTarget } from '../../domain/plan/target.ts'
import { endedItems, readAllRows, withReader } from '../../testing/home-rows.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { withWriter } from '../../testing/torture/row-run.ts'
import { closeLeaked, reopenLeaked } from './close-leaked.ts'
import { removeRoutes, restoreRoutes, saveRoutes } from './routes-table.ts'

const GO = { protect: () => null, stop: () => false }

let temp: TempHome
let home: string
beforeEach(() => {
  temp = tempHome()
  home = smallHome(temp.path, 'aug', Date.now(), { checkpoints: [], files: [] }).path
})
afterEach(() => temp.cleanup())

const change = (sql: string): void => {
  const db = new Database(join(home, 'state.db'))
  db.exec(sql)
  db.close()
}

const leaks = (): LeakTarget[] =>
  endedItems(home, `id LIKE 'leaked_%'`).map(({ target }) => ({
    kind: 'leak',
    sessionId: target.sessionId,
    mark: target.mark,
    endAt: 1_790_000_000.125,
  }))

it('a leaked session is closed at its last activity and can be reopened', async () => {
  const targets = leaks()
  const before = readAllRows(home)
  const closed = await withWriter(home, (writer) => closeLeaked(writer, targets, GO))
  expect([...closed.values()].every(({ kind }) => kind === 'done')).toBe(true)
  const ends = withReader(home, (db) =>
    db.prepare(`SELECT DISTINCT ended_at, end_reason FROM sessions WHERE id LIKE 'leaked_%'`).raw().all(),
  )
  expect(ends).toEqual([[1_790_000_000.125, 'reaped']])
  const again = await withWriter(home, (writer) => closeLeaked(writer, targets, GO))
  expect([...again.values()].every(({ kind }) => kind === 'done')).toBe(true)
  await withWriter(home, (writer) => reopenLeaked(writer, targets, GO))
  expect(readAllRows(home)).toEqual(before)
})

it('a leaked session is skipped if it got a message, ended or is protected by now', async () => {
  const targets = leaks()
  change(`INSERT INTO messages (session_id, role, timestamp) VALUES ('leaked_1', 'user', 1);
    UPDATE sessions SET ended_at = 5, end_reason = 'cli_close' WHERE id = 'leaked_2'`)
  const before = readAllRows(home)
  const protect = () => ({ code: 'lease', message: 'a turn is running' })
  const outcomes = await withWriter(home, (writer) => closeLeaked(writer, targets, { ...GO, protect }))
  expect(outcomes.get('leaked_1')).toMatchObject({ code: 'message-arrived' })
  expect(outcomes.get('leaked_2')).toMatchObject({ code: 'row-changed' })
  expect(outcomes.get('leaked_3')).toMatchObject({ code: 'now-protected' })
  expect(readAllRows(home)).toEqual(before)
})

it('a session that Hermes ended since is not reopened', async () => {
  const targets = leaks()
  await withWriter(home, (writer) => closeLeaked(writer, targets, GO))
  change(`UPDATE sessions SET end_reason = 'idle' WHERE id = 'leaked_1'`)
  const outcomes = await withWriter(home, (writer) => reopenLeaked(writer, targets, GO))
  expect(outcomes.get('leaked_1')).toMatchObject({ code: 'row-changed' })
  expect(outcomes.get('leaked_2')?.kind).toBe('done')
})

const route = (key: string, sessionId: string): RouteTarget => ({
  kind: 'route',
  key,
  sessionId,
  updatedMs: null,
  inTable: true,
  inFile: true,
})

const DANGLING = route('agent:main:slack:dm:T1:300', 'no_such_session')

it('routes are removed from the table and restored unchanged', async () => {
  const before = readAllRows(home)
  await withWriter(home, async (writer) => {
    const saved = saveRoutes(writer, [DANGLING])
    expect(saved).toHaveLength(1)
    const outcomes = await removeRoutes(writer, [DANGLING], saved, GO)
    expect(outcomes.get(DANGLING.key)?.kind).toBe('done')
    expect(readAllRows(home).get('gateway_routing')).toHaveLength(
      (before.get('gateway_routing')?.length ?? 0) - 1,
    )
    await restoreRoutes(writer, saved, GO)
    expect(readAllRows(home)).toEqual(before)
  })
})

it('a route that changed is skipped, and a route in use is not restored over', async () => {
  await withWriter(home, async (writer) => {
    const saved = saveRoutes(writer, [DANGLING])
    change(`UPDATE gateway_routing SET updated_at = updated_at + 1 WHERE session_key = '${DANGLING.key}'`)
    const changed = await removeRoutes(
      writer,
      [DANGLING, route('agent:main:telegram:dm:100', 'other')],
      saved,
      GO,
    )
    expect(changed.get(DANGLING.key)).toMatchObject({ code: 'row-changed' })
    expect(changed.get('agent:main:telegram:dm:100')).toMatchObject({ code: 'row-changed' })
    const outcomes = await restoreRoutes(writer, saved, GO)
    expect(outcomes.get(DANGLING.key)).toMatchObject({ code: 'place-taken' })
  })
})
