/**
 * Gateway entries come back to both copies of the index or to neither, and only those that were chosen. Plans name what
 * was changed since, closed sessions included.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readBatches } from '../../store/plans/journal.ts'
import { readItemPage } from '../../store/plans/plan-items.ts'
import { type CleanLab, cleanLab, dataBeside, stepsOf } from '../../testing/clean-lab.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'

let temp: TempHome
let home: string
let lab: CleanLab
beforeEach(() => {
  temp = tempHome()
  home = smallHome(temp.path, 'aug', Date.now()).path
  lab = cleanLab(home, dataBeside(home))
})
afterEach(() => {
  lab.store.close()
  temp.cleanup()
})

const file = () => join(home, 'sessions', 'sessions.json')
const inFile = (): Record<string, unknown> => JSON.parse(readFileSync(file(), 'utf8'))

function inDatabase<T>(work: (db: Database.Database) => T): T {
  const db = new Database(join(home, 'state.db'))
  try {
    return work(db)
  } finally {
    db.close()
  }
}

const rowsOf = (key: string) =>
  inDatabase((db) =>
    db.prepare('SELECT entry_json FROM gateway_routing WHERE session_key = ?').pluck().all(key),
  )

/** Entries that were in both copies. */
async function removed() {
  const receipt = await lab.run(await lab.plan(stepsOf('gateway-entries'), 'trash'))
  const items = readBatches(lab.store, receipt.id).flatMap((batch) => batch.items)
  const both = items.flatMap(({ id, target }) =>
    target.kind === 'route' && target.inFile && target.inTable ? [{ id, key: target.key }] : [],
  )
  const [first, second] = both
  if (first === undefined || second === undefined) throw new Error('too few entries')
  return { receipt, first, second }
}

const outcomesOf = (receiptId: string) =>
  new Map(
    readBatches(lab.store, receiptId).flatMap(({ items }) => items.map((item) => [item.id, item.outcome])),
  )

const IN_FILE = (key: string) =>
  writeFileSync(file(), JSON.stringify({ ...inFile(), [key]: { session_id: 'new' } }))
const IN_TABLE = (key: string) =>
  inDatabase((db) =>
    db.prepare("INSERT INTO gateway_routing SELECT scope, ?, '{}', 1 FROM gateway_routing LIMIT 1").run(key),
  )

it('an entry that was unticked stays away', async () => {
  const { receipt, first, second } = await removed()
  await lab.run(await lab.restorePlan(receipt.id), [first.id])
  expect([first.key in inFile(), second.key in inFile()]).toEqual([false, true])
  expect([rowsOf(first.key).length, rowsOf(second.key).length]).toEqual([0, 1])
})

const TAKEN: [string, (key: string) => void][] = [
  ['sessions.json', IN_FILE],
  ['the table', IN_TABLE],
]

async function planned(receiptId: string) {
  const plan = await lab.restorePlan(receiptId)
  const any = { verdict: null, step: null, reason: null, together: null, q: null }
  const page = readItemPage(lab.store, plan.id, { ...any, cursor: null, limit: 50 })
  if (page?.ok !== true) throw new Error('the plan has no items')
  return new Map(page.value.items.map(({ id, verdict, reason }) => [id, `${verdict} ${reason.code}`]))
}

it.each(TAKEN)('a plan names an entry whose place in %s is taken', async (_, take) => {
  const { receipt, first, second } = await removed()
  take(first.key)
  const items = await planned(receipt.id)
  expect([items.get(first.id), items.get(second.id)]).toEqual(['keep place-taken', 'act comes-back'])
})

it('a plan promises no entry while a gateway runs', async () => {
  const { receipt } = await removed()
  writeFileSync(join(home, 'gateway.pid'), String(process.pid))
  expect(new Set((await planned(receipt.id)).values())).toEqual(new Set(['keep gateway-running']))
})

it('a plan names a closed session whose row was changed since', async () => {
  const receipt = await lab.run(await lab.plan(stepsOf('close-leaked'), 'trash'))
  const [first] = readBatches(lab.store, receipt.id).flatMap(({ items }) => items)
  if (first?.target.kind !== 'leak') throw new Error('no session was closed')
  const { sessionId } = first.target
  inDatabase((db) => db.prepare("UPDATE sessions SET end_reason = 'user' WHERE id = ?").run(sessionId))
  const items = await planned(receipt.id)
  expect(items.get(first.id)).toBe('keep row-changed')
  expect([...items.values()].filter((each) => each === 'act comes-back')).toHaveLength(items.size - 1)
})

it.each(TAKEN)(
  'an entry whose place in %s is taken after the plan stays away, in both copies',
  async (_, take) => {
    const { receipt, first, second } = await removed()
    const plan = await lab.restorePlan(receipt.id)
    take(first.key)
    const before = [inFile()[first.key], rowsOf(first.key)]
    const restored = await lab.run(plan)
    expect(outcomesOf(restored.id).get(first.id)).toMatchObject({ kind: 'skipped', code: 'place-taken' })
    expect(outcomesOf(restored.id).get(second.id)).toMatchObject({ kind: 'done' })
    expect([inFile()[first.key], rowsOf(first.key)]).toEqual(before)
    expect([second.key in inFile(), rowsOf(second.key).length]).toEqual([true, 1])
  },
)
