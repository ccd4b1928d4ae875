/** After a kill, missing sessions count as done, partly deleted ones are finished, and ones in use are restored. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { endedItems, findFaults, readAllRows, searchHome } from '../../testing/home-rows.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { makeKillHome } from '../../testing/torture/kill-rows.ts'
import { FREELY, inShortestTurns, saveAll, withWriter } from '../../testing/torture/row-run.ts'
import type { SessionDelete } from './delete-order.ts'
import { type DeleteOptions, deleteSessions } from './delete-sessions.ts'
import { finishOrRollBack } from './finish-or-roll-back.ts'
import type { HomeWriter } from './open-writer.ts'
import { proveFromLines, type SavedRows } from './saved-rows.ts'

let temp: TempHome
let items: SessionDelete[]
let before: Map<string, string[]>
beforeEach(() => {
  temp = tempHome()
  makeKillHome(temp.path, 500)
  items = endedItems(temp.path)
  before = readAllRows(temp.path)
})
afterEach(() => temp.cleanup())

it('a partly deleted session is finished', async () => {
  await withWriter(temp.path, async (writer) => {
    const saved = await takeHalf(writer)
    const outcomes = await finish(writer, saved)
    expect([...outcomes.values()].every(({ kind }) => kind === 'done')).toBe(true)
  })
  expect(endedItems(temp.path)).toEqual([])
  expect(findFaults(temp.path)).toEqual([])
})

it('a session that is protected by now is restored', async () => {
  const found = searchHome(temp.path)
  await withWriter(temp.path, async (writer) => {
    const saved = await takeHalf(writer)
    const protect = () => ({ code: 'pinned', message: 'it is pinned' })
    const outcomes = await finish(writer, saved, { protect })
    expect(outcomes.get('huge')).toMatchObject({ kind: 'skipped', code: 'now-protected' })
  })
  expect(readAllRows(temp.path).get('messages')?.length).toBe(before.get('messages')?.length)
  expect(searchHome(temp.path).get('messages_fts notes')).toEqual(found.get('messages_fts notes'))
  expect(findFaults(temp.path)).toEqual([])
})

it('a session that Hermes started under the same id is left alone', async () => {
  await withWriter(temp.path, async (writer) => {
    const saved = saveAll(writer, items)
    await deleteSessions(writer, items, { ...FREELY, saved })
    change(`INSERT INTO sessions (id, source, started_at) VALUES ('huge', 'telegram', 1795000000);
      INSERT INTO messages (session_id, role, content, timestamp) VALUES ('huge', 'user', 'new', 1795000001)`)
    const anew = readAllRows(temp.path)
    const outcomes = await finish(writer, saved)
    expect(outcomes.get('huge')).toMatchObject({ kind: 'done' })
    expect(readAllRows(temp.path)).toEqual(anew)
  })
})

it('a batch stays unfinished while its save cannot be read', async () => {
  await withWriter(temp.path, async (writer) => {
    const saved = await takeHalf(writer)
    change(`INSERT INTO messages (session_id, role, content, timestamp) VALUES ('huge', 'user', 'late', 1)`)
    const proof = await proveFromLines(saved.all)
    let asked = 0
    const lines = (id: string) => {
      asked += 1
      return asked === 1 ? saved.lines(id) : ['{"torn']
    }
    const broken = await finishOrRollBack(writer, items, { ...FREELY, saved: { proof, lines } })
    expect(broken.get('huge')).toMatchObject({ kind: 'failed', code: 'unfinished' })
    const outcomes = await finish(writer, saved)
    expect(outcomes.get('huge')).toMatchObject({ kind: 'skipped', code: 'message-arrived' })
  })
  const after = readAllRows(temp.path).get('messages') ?? []
  expect(before.get('messages')?.every((row) => after.includes(row) || !row.includes('huge'))).toBe(true)
  expect(findFaults(temp.path)).toEqual([])
})

const change = (sql: string): void => {
  const db = new Database(join(temp.path, 'state.db'))
  db.exec(sql)
  db.close()
}

type Saved = SavedRows & { readonly all: readonly string[] }

/** Simulates a kill after the first chunk was deleted. */
async function takeHalf(writer: HomeWriter): Promise<Saved> {
  const saved = saveAll(writer, items)
  let turns = 0
  const dying: HomeWriter['turn'] = (body) => {
    turns += 1
    if (turns > 2) throw new Error('killed')
    return inShortestTurns(writer).turn(body)
  }
  const huge = items.filter(({ target }) => target.sessionId === 'huge')
  await expect(deleteSessions({ ...writer, turn: dying }, huge, { ...FREELY, saved })).rejects.toThrow(
    'killed',
  )
  const left = readAllRows(temp.path).get('messages')?.length ?? 0
  expect(left).toBeLessThan(before.get('messages')?.length ?? 0)
  return saved
}

async function finish(writer: HomeWriter, saved: Saved, options: Partial<DeleteOptions> = {}) {
  const proof = await proveFromLines(saved.all)
  return finishOrRollBack(writer, items, { ...FREELY, saved: { proof, lines: saved.lines }, ...options })
}
