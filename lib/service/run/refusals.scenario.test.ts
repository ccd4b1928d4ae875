/** Homes Steward refuses to write to: the refusal has a reason and a fix, and the home is unchanged. */
import { cpSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readCapabilities } from '../../collect/database/read-capabilities.ts'
import { readTrigrams } from '../../collect/database/read-trigrams.ts'
import type { Policy } from '../../domain/plan/policy.ts'
import { compactDatabase } from '../../execute/rows/compact-database.ts'
import { readOutcomes } from '../../store/plans/journal.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { approvalOf, type CleanLab, cleanLab, dataBeside, stepsOf } from '../../testing/clean-lab.ts'
import { digestTree } from '../../testing/digest-tree.ts'
import { homesOfEveryEra } from '../../testing/homes-of-every-era.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { type LineChild, startWriter } from '../../testing/processes/line-child.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { approvePlan } from './approve-plan.ts'

let temp: TempHome
let others: LineChild[] = []
beforeEach(() => {
  temp = tempHome()
})
afterEach(async () => {
  for (const other of others) await other.stop()
  others = []
  temp.cleanup()
})

const SESSIONS = stepsOf('prune-sessions')
const ROUTES = stepsOf('gateway-entries')
const COMPACT: Policy[] = [{ action: 'compact-database' }]

/** They leave free pages that a compaction can reclaim. */
const GONE = [1, 2, 3].map((number) => ({ id: `pruned_${number}`, messages: 200 }))

/** Where the index lists its segments. */
const DAMAGE = 'DELETE FROM messages_fts_data WHERE id = 10'

const make = (changes: Parameters<typeof smallHome>[3] = {}): string =>
  smallHome(temp.path, 'aug', Date.now(), { checkpoints: [], pruned: GONE, ...changes }).path

function change(home: string, sql: string): void {
  const db = new Database(join(home, 'state.db'))
  // The tables behind a full-text index are otherwise not writable.
  db.unsafeMode(true)
  db.exec(sql)
  db.close()
}

/** The text of every refusal. Approving returns the first one. */
async function refusedWords(lab: CleanLab, steps: readonly Policy[]): Promise<Record<string, string>> {
  const plan = await lab.plan(steps, 'trash')
  expect(plan.totals.act.items).toBeGreaterThan(0)
  const approved = approvePlan(lab.tools, approvalOf(plan, []), 'a test')
  expect(approved).toMatchObject({
    ok: false,
    fault: { code: 'refused', message: plan.refusals[0]?.message },
  })
  return Object.fromEntries(plan.refusals.map(({ code, message }) => [code, message]))
}

type RefusedCase = [string, (home: string) => void, string, RegExp]

const pluginTable = (rule: string): string =>
  `CREATE TABLE my_notes (id INTEGER PRIMARY KEY, session TEXT REFERENCES sessions(id) ON DELETE ${rule})`

describe('rows are not deleted', () => {
  it.each<RefusedCase>([
    [
      'schema 99',
      (home) => change(home, 'UPDATE schema_version SET version = 99'),
      'schema-unknown',
      /schema 99, Steward knows 30.*hermes sessions prune or a newer Steward/,
    ],
    [
      'an unknown trigger',
      (home) => change(home, 'CREATE TRIGGER my_own AFTER DELETE ON messages BEGIN SELECT 1; END'),
      'unknown-trigger',
      /my_own.*use hermes sessions prune/,
    ],
    [
      'triggers of the CJK tokenizer',
      (home) =>
        change(home, 'CREATE TRIGGER messages_fts_cjk_delete AFTER DELETE ON messages BEGIN SELECT 1; END'),
      'cjk-tokenizer',
      /cjk_unicode61.*hermes sessions prune/,
    ],
    ...(['NO ACTION', 'CASCADE', 'SET NULL'] as const).map(
      (rule) =>
        [
          `an empty table of a plugin that refers to sessions (${rule})`,
          (home: string) => change(home, pluginTable(rule)),
          'unknown-table',
          /\(my_notes\).*Remove the plugin that made them and its tables, or use hermes sessions prune/,
        ] satisfies RefusedCase,
    ),
    [
      'an index with triggers missing',
      (home) => change(home, 'DROP TRIGGER messages_fts_delete'),
      'fts-mixed',
      /may be damaged.*hermes sessions optimize-storage/,
    ],
  ])('beside %s', async (_, spoil, code, words) => {
    const home = make()
    spoil(home)
    const before = captureHome(home)
    const said = await refusedWords(cleanLab(home, dataBeside(home)), SESSIONS)
    expect(said[code]).toMatch(words)
    expect(captureHome(home)).toEqual(before)
  })

  const real = homesOfEveryEra.filter(([name]) => name === 'real augcjk')
  it.each([...real])('of %s, which needs a tokenizer only Hermes has', async (_, unpackReal) => {
    mkdirSync(join(temp.root, 'real'))
    const home = unpackReal(join(temp.root, 'real'))
    const before = captureHome(home)
    const said = await refusedWords(cleanLab(home, dataBeside(home)), SESSIONS)
    expect(said['cjk-tokenizer']).toMatch(/hermes sessions prune/)
    expect(captureHome(home)).toEqual(before)
  })

  it('through a damaged full-text index: each is kept, and the receipt says how to repair it', async () => {
    const home = make()
    change(home, DAMAGE)
    const before = [rowsIn(home), digestTree(join(home, 'sessions'))]
    const lab = cleanLab(home, dataBeside(home))
    const receipt = await lab.run(await lab.plan(SESSIONS, 'trash'))
    expect(receipt).toMatchObject({ done: 0, skipped: 0 })
    expect(receipt.failed).toBeGreaterThan(10)
    const page = readOutcomes(lab.store, receipt.id, { cursor: null, limit: 5, outcome: 'failed' })
    expect(page.ok && page.value.items[0]?.outcome).toMatchObject({
      code: 'sqlite',
      message: expect.stringMatching(/search index.*It was left as it is.*hermes sessions repair/s),
    })
    expect([rowsIn(home), digestTree(join(home, 'sessions'))]).toEqual(before)
  })
})

describe('a table of a plugin', () => {
  it.each(['NO ACTION', 'CASCADE', 'SET NULL'])(
    'that arrives after the preview keeps every session (%s)',
    async (rule) => {
      const home = make()
      const lab = cleanLab(home, dataBeside(home))
      const plan = await lab.plan(SESSIONS, 'delete')
      change(home, pluginTable(rule))
      change(home, 'INSERT INTO my_notes (session) SELECT id FROM sessions')
      const before = captureHome(home)
      const receipt = await lab.run(plan)
      expect(receipt).toMatchObject({ done: 0, failed: plan.totals.act.items })
      const page = readOutcomes(lab.store, receipt.id, { cursor: null, limit: 1, outcome: null })
      expect(page.ok && page.value.items[0]?.outcome).toMatchObject({
        code: 'unknown-table',
        message: expect.stringContaining('my_notes'),
      })
      expect(captureHome(home)).toEqual(before)
    },
  )

  it('does not stop the removal of files, nor a compaction', async () => {
    const home = make()
    change(home, pluginTable('CASCADE'))
    const lab = cleanLab(home, dataBeside(home))
    const rows = rowsIn(home)
    const receipt = await lab.run(await lab.plan(stepsOf('orphan-files'), 'delete'))
    expect(receipt).toMatchObject({ done: receipt.total, state: 'done' })
    expect(receipt.total).toBeGreaterThan(0)
    const plan = await lab.plan(COMPACT, 'delete')
    expect(plan.refusals.map(({ code }) => code)).not.toContain('unknown-table')
    const { dev, ino } = statSync(join(home, 'state.db'))
    const options = { readCapabilities, readTrigrams, identity: `${dev}:${ino}` }
    expect(compactDatabase(home, options)).toMatchObject({ ok: true })
    expect(rowsIn(home)).toEqual(rows)
  })
})

describe('a live gateway', () => {
  it.each([
    ['gateway-entries', ROUTES, /write its own copy.*hermes gateway stop/],
    ['compact-database', COMPACT, /hermes gateway stop/],
  ] as const)('refuses %s', async (_, steps, words) => {
    const home = make()
    beGateway(home)
    const before = captureHome(home)
    const said = await refusedWords(cleanLab(home, dataBeside(home)), steps)
    expect(said['gateway-running']).toMatch(words)
    expect(captureHome(home)).toEqual(before)
  })

  it('that starts after the preview keeps its entries and the database', async () => {
    const home = make()
    const lab = cleanLab(home, dataBeside(home))
    const plans = [await lab.plan(ROUTES, 'trash'), await lab.plan(COMPACT, 'trash')]
    const before = captureHome(home)
    beGateway(home)
    for (const plan of plans) {
      const receipt = await lab.run(plan)
      expect(receipt).toMatchObject({ done: 0, skipped: plan.totals.act.items })
      const page = readOutcomes(lab.store, receipt.id, { cursor: null, limit: 1, outcome: null })
      expect(page.ok && page.value.items[0]?.outcome).toMatchObject({
        code: 'in-use',
        message: expect.stringMatching(/[Ss]top/),
      })
    }
    expect(captureHome(home).rows).toEqual(before.rows)
  })
})

describe('a compaction', () => {
  it('is refused while an unknown process has the database open', async () => {
    const home = make()
    others.push(await startWriter(join(home, 'state.db')))
    const before = captureHome(home)
    const said = await refusedWords(cleanLab(home, dataBeside(home)), COMPACT)
    expect(said.held).toMatch(/\(\d+\) has the database open.*stop every Hermes process first/)
    expect(captureHome(home)).toEqual(before)
  })

  it.each([
    ['another file took its place', 'db-replaced', (home: string) => replaceDatabase(home)],
    ['a replication began', 'replicated', (home: string) => mkdirSync(join(home, 'state.db-litestream'))],
  ])('does nothing when %s since the plan', async (_, code, happen) => {
    const home = make()
    const lab = cleanLab(home, dataBeside(home))
    const plan = await lab.plan(COMPACT, 'trash')
    happen(home)
    const before = readFileSync(join(home, 'state.db'))
    const { id } = await lab.run(plan)
    const page = readOutcomes(lab.store, id, { cursor: null, limit: 1, outcome: null })
    expect(page.ok && page.value.items[0]?.outcome).toMatchObject({ kind: 'failed', code })
    expect(readFileSync(join(home, 'state.db')).equals(before)).toBe(true)
  })

  it('detects a damaged full-text index itself and changes nothing', async () => {
    const home = make()
    change(home, DAMAGE)
    const before = readFileSync(join(home, 'state.db'))
    const lab = cleanLab(home, dataBeside(home))
    const receipt = await lab.run(await lab.plan(COMPACT, 'trash'))
    expect(receipt).toMatchObject({ done: 0, failed: 1 })
    const page = readOutcomes(lab.store, receipt.id, { cursor: null, limit: 1, outcome: null })
    expect(page.ok && page.value.items[0]?.outcome).toMatchObject({
      code: 'damaged',
      message: expect.stringMatching(/Nothing was changed.*hermes sessions repair/s),
    })
    expect(readFileSync(join(home, 'state.db')).equals(before)).toBe(true)
  })
})

/** As a restored backup does it. */
function replaceDatabase(home: string): void {
  const path = join(home, 'state.db')
  cpSync(path, `${path}.new`)
  renameSync(`${path}.new`, path)
}

/** Early gateways wrote only their pid. This process is alive. */
const beGateway = (home: string): void => writeFileSync(join(home, 'gateway.pid'), String(process.pid))

function rowsIn(home: string): unknown[] {
  const db = new Database(join(home, 'state.db'), { readonly: true })
  try {
    return ['sessions', 'messages'].map((table) => db.prepare(`SELECT * FROM ${table} ORDER BY id`).all())
  } finally {
    db.close()
  }
}
