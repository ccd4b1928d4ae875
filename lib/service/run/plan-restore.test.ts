/**
 * Items that cannot be restored are listed in the restore plan, before anything is written, and in its
 * receipt.
 */
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Disposition } from '../../domain/plan/action.ts'
import type { Policy, PruneSessions } from '../../domain/plan/policy.ts'
import { readBatches, readOutcomes } from '../../store/plans/journal.ts'
import { readItemPage } from '../../store/plans/plan-items.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { type CleanLab, cleanLab, dataBeside, EVERYTHING } from '../../testing/clean-lab.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'

let temp: TempHome
let home: string
let lab: CleanLab
beforeEach(() => {
  temp = tempHome()
  home = tinyHome(temp.path, Date.now()).path
  lab = cleanLab(home, dataBeside(home))
})
afterEach(() => {
  lab.store.close()
  temp.cleanup()
})

const isPrune = (policy: Policy): policy is PruneSessions => policy.action === 'prune-sessions'
const only = (...ids: string[]): Policy[] =>
  EVERYTHING.filter(isPrune).map((policy): Policy => ({ ...policy, ids }))

const take = async (disposition: Disposition, ...ids: string[]) =>
  lab.run(await lab.plan(only(...ids), disposition))

function change(sql: string): void {
  const db = new Database(join(home, 'state.db'))
  db.exec(sql)
  db.close()
}

function parentOf(id: string): unknown {
  const db = new Database(join(home, 'state.db'), { readonly: true })
  const found = db.prepare('SELECT parent_session_id FROM sessions WHERE id = ?').pluck().get(id)
  db.close()
  return found
}

async function planned(receiptId: string) {
  const plan = await lab.restorePlan(receiptId)
  const any = { verdict: null, step: null, reason: null, together: null, q: null }
  const page = readItemPage(lab.store, plan.id, { ...any, cursor: null, limit: 50 })
  if (page?.ok !== true) throw new Error('the plan has no items')
  return { plan, items: page.value.items.map(({ verdict, reason }) => ({ verdict, ...reason })) }
}

const outcomesOf = (receiptId: string) =>
  readBatches(lab.store, receiptId).flatMap(({ items }) => items.map(({ outcome }) => outcome))

it.each([
  ['title-taken', `INSERT INTO sessions (id, source, started_at, title) VALUES ('new', 'cli', 1, 'Mine')`],
  [
    'message-id-taken',
    `INSERT INTO sessions (id, source, started_at) VALUES ('new', 'cli', 1);
     INSERT INTO messages (id, session_id, role, timestamp)
       SELECT min(id) - 1, 'new', 'user', 1 FROM messages WHERE session_id = 'parent'`,
  ],
  ['id-taken', `INSERT INTO sessions (id, source, started_at) VALUES ('lone', 'telegram', 1)`],
])('%s: the restore plan gives the reason and acts on nothing', async (code, sql) => {
  change(`UPDATE sessions SET title = 'Mine' WHERE id = 'lone'`)
  const receipt = await take('trash', 'lone')
  change(sql)
  const { plan, items } = await planned(receipt.id)
  expect(plan.totals.act.items).toBe(0)
  expect(items).toMatchObject([{ verdict: 'keep', code }])
})

it.each([
  ['schema-unknown', 'UPDATE schema_version SET version = 99'],
  ['unknown-trigger', 'CREATE TRIGGER mine AFTER INSERT ON sessions BEGIN SELECT 1; END'],
  ['unknown-table', 'CREATE TABLE mine (session TEXT REFERENCES sessions(id))'],
])('%s: a database that is not written keeps its rows, and the plan says why', async (code, sql) => {
  const receipt = await lab.run(await lab.plan(EVERYTHING, 'trash'))
  change(sql)
  const { plan, items } = await planned(receipt.id)
  const back = await lab.run(plan)
  expect(back).toMatchObject({ state: 'done', done: plan.totals.act.items, skipped: 0, failed: 0 })
  const kept = readBatches(lab.store, receipt.id).flatMap((batch) =>
    batch.items.filter(({ kind }) => kind === 'session' || kind === 'leak' || kind === 'route'),
  )
  expect(items.filter((item) => item.verdict === 'keep').map((item) => item.code)).toEqual(
    kept.map(() => code),
  )
})

it('a save that is gone or damaged is reported before anything is written', async () => {
  const [one, other] = [await take('archive', 'lone'), await take('archive', 'child')]
  rmSync(join(dataBeside(home), 'archives', one.id, '1.tar.zst'))
  const damaged = join(dataBeside(home), 'archives', other.id, '1.tar.zst')
  writeFileSync(damaged, readFileSync(damaged).subarray(0, 200))
  for (const { id } of [one, other])
    expect((await planned(id)).items).toMatchObject([{ verdict: 'keep', code: 'save-unreadable' }])
})

it('a link to a missing session is reported, and restored with that session', async () => {
  const before = captureHome(home)
  const child = await take('trash', 'child', 'lone')
  const parent = await take('archive', 'parent')
  const { items } = await planned(child.id)
  expect(items.find(({ code }) => code === 'comes-back-but')?.message).toContain('without that link')
  const back = await lab.restore(child.id)
  const page = readOutcomes(lab.store, back.id, { cursor: null, limit: 1, outcome: null })
  expect(page).toMatchObject({
    value: { items: [{ outcome: { kind: 'done', note: expect.stringContaining('without that link') } }] },
  })
  expect(parentOf('child')).toBeNull()
  await lab.restore(parent.id)
  expect(parentOf('child')).toBe('parent')
  expect(captureHome(home)).toEqual(before)
})

it('parent and child of one receipt are restored completely, without a note', async () => {
  const receipt = await take('trash', 'child', 'parent')
  const { items } = await planned(receipt.id)
  expect(items.map(({ code }) => code)).toEqual(['comes-back', 'comes-back'])
})

describe.each(['trash', 'archive'] as const)('from the %s', (disposition) => {
  it.each([
    ['was recreated', (path: string) => writeFileSync(path, 'anew')],
    ['is a link now', (path: string) => symlinkSync('../SOUL.md', path)],
  ])('a session whose file %s is restored without that file', async (_, make) => {
    const before = captureHome(home)
    const name = readdirSync(join(home, 'sessions')).find((each) => each.includes('session_lone')) ?? ''
    const receipt = await take(disposition, 'lone')
    const path = join(home, 'sessions', name)
    make(path)
    const text = readFileSync(path, 'utf8')
    const { items } = await planned(receipt.id)
    expect(items).toMatchObject([
      { verdict: 'act', code: 'comes-back-but', message: expect.stringContaining(name) },
    ])
    const back = await lab.restore(receipt.id)
    expect(outcomesOf(back.id)).toMatchObject([{ kind: 'done', note: expect.stringContaining(name) }])
    expect(readFileSync(path, 'utf8')).toBe(text)
    const after = captureHome(home)
    expect(after.rows).toEqual(before.rows)
    const others = ({ files }: typeof before) => files.filter((line) => !line.includes(name))
    expect(others(after)).toEqual(others(before))
  })
})
