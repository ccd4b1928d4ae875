/** Values, links and tables that a plain copy would lose are restored exactly. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { endedItems, findFaults, readAllRows, searchHome } from '../../testing/home-rows.ts'
import { addOddRows, ODD } from '../../testing/odd-rows.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { FREELY, saveAll, withWriter } from '../../testing/torture/row-run.ts'
import { deleteSessions } from './delete-sessions.ts'
import { restoreSessions } from './restore/restore-sessions.ts'
import { decodeLine } from './saved-session.ts'

const ALL = { only: null, stop: () => false }

let temp: TempHome
let home: string
beforeEach(() => {
  temp = tempHome()
  home = smallHome(temp.path, 'nov', Date.now(), { checkpoints: [], files: [] }).path
  addOddRows(home)
})
afterEach(() => temp.cleanup())

it('restores blobs, invalid text, extreme numbers, missing parents and bindings exactly', async () => {
  const before = readAllRows(home)
  const found = searchHome(home)
  expect(found.get('messages_fts xyzzy')).toHaveLength(2)
  const items = endedItems(home)
  await withWriter(home, async (writer) => {
    const saved = saveAll(writer, items)
    const outcomes = await deleteSessions(writer, items, { ...FREELY, saved })
    expect([...outcomes.values()].filter(({ kind }) => kind !== 'done')).toEqual([])
    const gone = readAllRows(home)
    expect(gone.get('telegram_dm_topic_bindings')).toEqual([])
    expect(gone.get('session_daily_usage')).toEqual([])
    expect(gone.get('system_prompts')).toHaveLength((before.get('system_prompts')?.length ?? 0) - 1)
    const restored = await restoreSessions(writer, () => saved.all, ALL)
    expect([...restored.values()].filter(({ kind }) => kind !== 'done')).toEqual([])
  })
  expect(readAllRows(home)).toEqual(before)
  expect(searchHome(home)).toEqual(found)
  expect(findFaults(home)).toEqual([])
})

it('restores the same rows in any order, and when run twice', async () => {
  const before = readAllRows(home)
  const items = endedItems(home)
  await withWriter(home, async (writer) => {
    const saved = saveAll(writer, items)
    await deleteSessions(writer, items, { ...FREELY, saved })
    const backwards = [...saved.all].reverse()
    await restoreSessions(writer, () => backwards, ALL)
    expect(readAllRows(home)).toEqual(before)
    const again = await restoreSessions(writer, () => saved.all, ALL)
    expect([...again.values()].every(({ kind }) => kind === 'done')).toBe(true)
  })
  expect(readAllRows(home)).toEqual(before)
})

it("restores a single session with a prompt saved in another session's line", async () => {
  const items = endedItems(home)
  const [one] = items.filter(({ target }) => target.sessionId === 'twin_2')
  await withWriter(home, async (writer) => {
    const saved = saveAll(writer, items)
    await deleteSessions(writer, items, { ...FREELY, saved })
    const restored = await restoreSessions(writer, () => saved.all, { ...ALL, only: new Set(['twin_2']) })
    expect([...restored]).toEqual([['twin_2', { kind: 'done', freedBytes: 0 }]])
  })
  expect(endedItems(home)).toEqual([one])
  expect(findFaults(home)).toEqual([])
})

it("saves a session as one object with its columns and messages, like Hermes' export", async () => {
  const items = endedItems(home).filter(({ target }) => target.sessionId === 'twin')
  const { all } = await withWriter(home, async (writer) => saveAll(writer, items))
  expect(all).toHaveLength(1)
  const line: Record<string, unknown> = JSON.parse(all[0] ?? '')
  expect(line).toMatchObject({ id: 'twin', source: 'cli', end_reason: 'cli_close', _steward: { format: 1 } })
  expect(line.messages).toHaveLength(4)
  expect(line.messages).toMatchObject([{ role: 'user' }, { role: 'assistant' }, { role: 'tool' }, {}])
})

it('splits a very long session into several lines that name it', async () => {
  const before = readAllRows(home)
  addOddBulk(home)
  const bulky = readAllRows(home)
  const items = endedItems(home).filter(({ target }) => target.sessionId === ODD.huge)
  await withWriter(home, async (writer) => {
    const saved = saveAll(writer, items)
    expect(saved.all.length).toBeGreaterThan(1)
    expect(saved.all.map((line) => decodeLine(line)?.kind).slice(0, 2)).toEqual(['session', 'more'])
    expect(saved.all.map((line) => decodeLine(line)?.more).at(-1)).toBe(false)
    await deleteSessions(writer, items, { ...FREELY, saved })
    expect(readAllRows(home).get('messages')?.length).toBeLessThan(before.get('messages')?.length ?? 0)
    await restoreSessions(writer, () => saved.all, ALL)
  })
  expect(readAllRows(home)).toEqual(bulky)
  expect(findFaults(home)).toEqual([])
})

function addOddBulk(path: string): void {
  const db = new Database(join(path, 'state.db'))
  const insert = db.prepare(
    "INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, 'tool', ?, 1790000000)",
  )
  for (let index = 0; index < 12; index += 1) insert.run(ODD.huge, `bulk ${index} `.repeat(60_000))
  db.close()
}
