/**
 * One server over homes it must not write to. Each plan shows the reason and what to do, and nothing
 * changes.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { captureHome } from '../../lib/testing/capture-home.ts'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { approveButton } from '../support/clean-lab.ts'
import { API_TOKEN, expect, type Lab, test } from '../support/fixtures.ts'

type Refused = {
  readonly id: string
  readonly spoil: (home: string) => void
  readonly step: { readonly action: string; readonly policy: object }
  readonly reason: RegExp
  readonly way: RegExp
}

const sql =
  (text: string) =>
  (home: string): void => {
    const db = new Database(join(home, 'state.db'))
    db.exec(text)
    db.close()
  }

const PRUNE_SESSIONS = { action: 'prune-sessions', policy: { olderThanDays: 0 } }

const REFUSED: readonly Refused[] = [
  {
    id: 'schema-99',
    spoil: sql('UPDATE schema_version SET version = 99'),
    step: PRUNE_SESSIONS,
    reason: /state\.db has schema 99, Steward knows 30/,
    way: /use hermes sessions prune or a newer Steward/,
  },
  {
    id: 'cjk',
    spoil: sql('CREATE TRIGGER messages_fts_cjk_delete AFTER DELETE ON messages BEGIN SELECT 1; END'),
    step: PRUNE_SESSIONS,
    reason: /needs the tokenizer cjk_unicode61, which only Hermes has/,
    way: /Delete with hermes sessions prune/,
  },
  {
    id: 'strange-trigger',
    spoil: sql('CREATE TRIGGER my_own AFTER DELETE ON messages BEGIN SELECT 1; END'),
    step: PRUNE_SESSIONS,
    reason: /triggers no known Hermes writes \(my_own\)/,
    way: /use hermes sessions prune/,
  },
  {
    id: 'damaged-index',
    spoil: sql('DROP TRIGGER messages_fts_delete'),
    step: PRUNE_SESSIONS,
    reason: /full-text index .* may be damaged/,
    way: /run hermes sessions optimize-storage/,
  },
  {
    id: 'live-gateway',
    spoil: (home) => writeFileSync(join(home, 'gateway.pid'), String(process.pid)),
    step: { action: 'gateway-entries', policy: { olderThanDays: 0 } },
    reason: /The gateway is running and would write its own copy/,
    way: /hermes gateway stop/,
  },
  {
    id: 'gateway-compact',
    spoil: (home) => writeFileSync(join(home, 'gateway.pid'), String(process.pid)),
    step: { action: 'compact-database', policy: {} },
    reason: /The gateway is running/,
    way: /hermes gateway stop/,
  },
  {
    id: 'unknown-holder',
    spoil: (home) => {
      const db = new Database(join(home, 'state.db'), { readonly: true })
      db.prepare('SELECT count(*) FROM sessions').get()
      held.push(db)
    },
    step: { action: 'compact-database', policy: {} },
    reason: /\(\d+\) has the database open/,
    way: /stop every Hermes process first/,
  },
]

/** Held by this process until the end, as a process that Steward does not know. */
const held: Database.Database[] = []
test.afterAll(() => {
  for (const db of held.splice(0)) db.close()
})

/** These leave pages that a compaction could reclaim. */
const GONE = [1, 2, 3].map((number) => ({ id: `pruned_${number}`, messages: 200 }))

const homeOf = (lab: Lab, id: string): string => join(lab.folder, id)

test.use({
  homes: {
    make: (folder: string) => {
      for (const { id, spoil } of REFUSED)
        spoil(smallHome(join(folder, id), 'aug', Date.now(), { checkpoints: [], pruned: GONE }).path)
      const good = smallHome(join(folder, 'good'), 'aug', Date.now(), { checkpoints: [] }).path
      return {
        HERMES_HOME: good,
        STEWARD_HOMES: REFUSED.map(({ id }) => join(folder, id)).join(':'),
      }
    },
  },
})

async function post(lab: Lab, path: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(lab.server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

for (const { id, step, reason, way } of REFUSED) {
  test(`${id}: the plan is shown and refused with reason and way out, and the home stays unchanged`, async ({
    page,
    lab,
  }) => {
    const before = captureHome(homeOf(lab, id))
    const made = await post(lab, `/api/v1/homes/${id}/plans`, { steps: [step], disposition: 'trash' })
    expect(made.status).toBe(200)
    const plan = made.body as {
      id: string
      digest: string
      totals: { act: { items: number } }
      refusals: { message: string }[]
    }
    expect(plan.totals.act.items).toBeGreaterThan(0)
    const said = plan.refusals.map(({ message }) => message).join('\n')
    expect(said).toMatch(reason)
    expect(said).toMatch(way)

    const refused = await post(lab, `/api/v1/plans/${plan.id}/approve`, { digest: plan.digest })
    expect(refused).toMatchObject({ status: 409, body: { error: { message: plan.refusals[0]?.message } } })

    await page.goto(`/cleanup/${plan.id}`)
    await expect(page.getByRole('main').getByText(reason).first()).toBeVisible()
    await expect(page.getByRole('main').getByText(way).first()).toBeVisible()
    const approve = approveButton(page)
    if ((await approve.count()) > 0) await expect(approve).toBeDisabled()
    expect(captureHome(homeOf(lab, id))).toEqual(before)
  })
}
