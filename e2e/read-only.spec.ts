/** STEWARD_READ_ONLY: everything is shown, nothing is touched, whoever asks and however. */
import { join } from 'node:path'
import { homePicture } from '../lib/testing/home-picture.ts'
import { smallHome } from '../lib/testing/presets/small-home.ts'
import { expect, TOKEN, test } from './fixtures.ts'
import { callServerAction, listServerActions } from './server-actions.ts'

test.use({
  homes: {
    lay: (folder: string) => ({
      HERMES_HOME: smallHome(join(folder, 'home'), 'aug', Date.now()).path,
      STEWARD_READ_ONLY: '1',
    }),
  },
})

test('a plan can be looked at, and its approval is refused over HTTP and has no button', async ({
  page,
  lab,
}) => {
  const home = join(lab.folder, 'home')
  const before = homePicture(home)
  const post = (path: string, body: unknown) =>
    fetch(lab.server.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
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
  expect(homePicture(home)).toEqual(before)
})

/** The actions that write into a home; the rest of them only look. */
const ACTS = ['approvePlan', 'stopRun', 'letGoKept', 'pauseJob']

test('every server action posted by hand is refused where it would touch the home, and none touches it', async ({
  lab,
}) => {
  const home = join(lab.folder, 'home')
  const before = homePicture(home)
  const made = await fetch(`${lab.server.url}/api/v1/homes/main/plans`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      steps: [{ action: 'prune-sessions', policy: { olderThanDays: 0 } }],
      disposition: 'trash',
    }),
  })
  const plan = await made.json()
  expect(plan.totals.prune.items).toBeGreaterThan(0)
  const inputs: Record<string, unknown> = {
    approvePlan: { planId: plan.id, digest: plan.digest, except: [], consent: null },
    stopRun: { receiptId: 'none' },
    letGoKept: { receiptId: 'none', consent: 'delete 1 from main' },
  }
  const operator = `${lab.cookie.name}=${lab.cookie.value}`
  const actions = listServerActions().filter(({ name }) => name !== 'signOutEverywhere')
  expect(actions.map(({ name }) => name)).toEqual(expect.arrayContaining(ACTS))
  for (const action of actions) {
    const nobody = await callServerAction(lab, action, null, inputs[action.name] ?? {})
    expect(nobody.status, `${action.name} without a cookie`).toBe(401)
    const answer = await (await callServerAction(lab, action, operator, inputs[action.name] ?? {})).text()
    expect(answer.includes('"read-only"'), `${action.name}: ${answer}`).toBe(ACTS.includes(action.name))
  }
  expect(homePicture(home)).toEqual(before)
})
