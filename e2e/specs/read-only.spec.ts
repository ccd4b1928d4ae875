/** STEWARD_READ_ONLY shows everything and changes nothing, for every role and by every route. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { rememberHome } from '../../lib/store/homes.ts'
import { openStore } from '../../lib/store/open-store.ts'
import { writeIncident } from '../../lib/store/watch/incidents.ts'
import { captureHome } from '../../lib/testing/capture-home.ts'
import { cleanLab } from '../../lib/testing/clean-lab.ts'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { SMALL_JOBS } from '../../lib/testing/presets/small-sessions.ts'
import { anIncident } from '../../lib/testing/watch/incidents.ts'
import { API_TOKEN, expect, test } from '../support/fixtures.ts'
import { callServerAction, listServerActions } from '../support/server-actions.ts'

const INCIDENT = 'a-job-that-loops'

test.use({
  homes: {
    make: async (folder: string) => {
      const { path } = smallHome(join(folder, 'home'), 'aug', Date.now())
      insertIncident(folder, path)
      const before = cleanLab(path, join(folder, 'data'))
      await before.run(await before.plan([{ action: 'orphan-files', olderThanDays: 0 }], 'trash'))
      before.store.close()
      return { HERMES_HOME: path, STEWARD_READ_ONLY: '1' }
    },
  },
})

/** A looping job in a home whose API server could pause it. */
function insertIncident(folder: string, home: string): void {
  writeFileSync(join(home, '.env'), 'API_SERVER_KEY=a key for end-to-end tests\n')
  const db = new Database(join(home, 'state.db'), { readonly: true })
  const subject = db.prepare<[string], string>('SELECT id FROM sessions WHERE id LIKE ?').pluck()
  const session = subject.get(`cron_${SMALL_JOBS.triage}_%`)
  db.close()
  const opened = openStore(join(folder, 'data'))
  if (!opened.ok || session === undefined) throw new Error('no session of the job, or no store')
  const nowMs = Date.now()
  writeIncident(
    opened.value,
    rememberHome(opened.value, home),
    // Last seen in the future, because it closes after two quiet minutes.
    anIncident({ id: INCIDENT, subject: session, openedMs: nowMs - 60_000, lastSeenMs: nowMs + 600_000 }),
  )
  opened.value.close()
}

const REASON = 'Read-only: Steward looks and never touches.'

test('pausing a job, restoring and purging are disabled and say why', async ({ page }) => {
  for (const path of ['/watch', `/watch/incidents/${INCIDENT}`]) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Pause the job' })).toBeDisabled()
    await expect(page.getByText(REASON).filter({ visible: true }).first()).toBeVisible()
  }
  await page.goto('/history')
  await expect(page.getByRole('button', { name: /^Restore/ }).first()).toBeDisabled()
  await expect(page.getByText(REASON).filter({ visible: true }).first()).toBeVisible()
  await page.locator('a[data-row]').first().click()
  await expect(page).toHaveURL(/\/history\/./)
  await expect(page.getByRole('button', { name: 'Restore what this run took' })).toBeDisabled()
  await expect(page.getByRole('button', { name: /^Free .* now/ })).toBeDisabled()
})

test('a plan can be read, but its approval has no button and is refused over HTTP', async ({ page, lab }) => {
  const home = join(lab.folder, 'home')
  const before = captureHome(home)
  const post = (path: string, body: unknown) =>
    fetch(lab.server.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${API_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const made = await post('/api/v1/homes/main/plans', {
    steps: [{ action: 'prune-sessions', policy: { olderThanDays: 0 } }],
    disposition: 'trash',
  })
  const plan = await made.json()
  expect(plan.refusals).toContainEqual(expect.objectContaining({ code: 'read-only' }))
  const refused = await post(`/api/v1/plans/${plan.id}/approve`, { digest: plan.digest })
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({
    error: { message: expect.stringContaining('STEWARD_READ_ONLY') },
  })
  expect((await post('/api/v1/receipts/none/stop', {})).status).toBe(403)

  await page.goto(`/cleanup/${plan.id}`)
  await expect(page.getByText(/STEWARD_READ_ONLY/).first()).toBeVisible()
  await expect(page.getByText(/Read-only: this plan can be looked at/).first()).toBeVisible()
  const approve = page.getByRole('button', { name: /^Approve/ })
  if ((await approve.count()) > 0) await expect(approve).toBeDisabled()
  expect(captureHome(home)).toEqual(before)
})

/** The actions that write to a home. The others only read. */
const ACTS = ['approvePlan', 'stopCleanup', 'stopAgentRun', 'purgeKept', 'emptyTrash', 'pauseJob']

test('every server action that would change the home is refused, and none changes it', async ({ lab }) => {
  const home = join(lab.folder, 'home')
  const before = captureHome(home)
  const made = await fetch(`${lab.server.url}/api/v1/homes/main/plans`, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      steps: [{ action: 'prune-sessions', policy: { olderThanDays: 0 } }],
      disposition: 'trash',
    }),
  })
  const plan = await made.json()
  expect(plan.totals.act.items).toBeGreaterThan(0)
  const inputs: Record<string, unknown> = {
    approvePlan: { planId: plan.id, digest: plan.digest, except: [], consent: null },
    stopCleanup: { receiptId: 'none' },
    stopAgentRun: { home: 'main', incident: 'none', run: 'none' },
    purgeKept: { receiptId: 'none', consent: 'delete 1 from main' },
    emptyTrash: { home: 'main', consent: 'delete 1 from main' },
  }
  const operator = `${lab.cookie.name}=${lab.cookie.value}`
  const actions = listServerActions().filter(({ name }) => name !== 'signOutEverywhere')
  expect(actions.map(({ name }) => name)).toEqual(expect.arrayContaining(ACTS))
  for (const action of actions) {
    const anonymous = await callServerAction(lab, action, null, inputs[action.name] ?? {})
    expect(anonymous.status, `${action.name} without a cookie`).toBe(401)
    const answer = await (await callServerAction(lab, action, operator, inputs[action.name] ?? {})).text()
    expect(answer.includes('"read-only"'), `${action.name}: ${answer}`).toBe(ACTS.includes(action.name))
  }
  expect(captureHome(home)).toEqual(before)
})
