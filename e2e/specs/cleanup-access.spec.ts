/** A viewer sees the plan and why it can't be approved. The cleanup pages are accessible on every screen. */
import { join } from 'node:path'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import {
  approveButton,
  ORPHANS,
  PRUNE_SESSIONS,
  receiptsOf,
  requestPlan,
  sessionsAndFiles,
} from '../support/clean-lab.ts'
import { expectEveryViewport } from '../support/every-viewport.ts'
import { firstLoadBytes } from '../support/first-load.ts'
import { expect, test } from '../support/fixtures.ts'
import { callServerAction, listServerActions } from '../support/server-actions.ts'

const VIEWER_PASSWORD = 'only looking at the stable'

test.use({
  trace: 'off',
  homes: {
    make: (folder: string) => ({
      HERMES_HOME: smallHome(join(folder, 'home'), 'aug', Date.now()).path,
      STEWARD_PASSWORD: 'correct horse battery staple',
      STEWARD_VIEWER_PASSWORD: VIEWER_PASSWORD,
    }),
  },
})

test.describe('a viewer', () => {
  test.use({ signedIn: false })

  test('can prepare plans but cannot approve them, in the browser or by a direct call', async ({
    page,
    context,
    browser,
    lab,
  }) => {
    await page.goto('/sign-in')
    await page.getByLabel('Password').fill(VIEWER_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/$/)
    await page.goto('/cleanup')
    await page.getByLabel(/^Files no session owns/).check()
    await page.locator('[name="orphan-files.olderThanDays"]').fill('0')
    await page.getByRole('button', { name: 'Prepare the preview' }).click()
    await expect(page).toHaveURL(/\/cleanup\/[0-9a-f-]{36}$/)
    const id = page.url().split('/').at(-1) ?? ''
    await expect(page.getByText(/not approve it/).first()).toBeVisible()
    await expect(approveButton(page)).toBeDisabled()

    const before = sessionsAndFiles(lab)
    const { body } = await lab.api(`/api/v1/plans/${id}`)
    const { digest } = body as { digest: string }
    const action = listServerActions().find(({ name }) => name === 'approvePlan')
    if (action === undefined) throw new Error('there is no action to approve with')
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const approval = { planId: id, digest, except: [], consent: null }
    const answer = await callServerAction(lab, { ...action, path: `/cleanup/${id}` }, cookie, approval)
    expect(await answer.text()).toContain('operator-only')
    expect(receiptsOf(lab, id)).toEqual([])
    expect(sessionsAndFiles(lab)).toEqual(before)

    // The same plan can be approved by an operator, so only the role was in the way.
    const operator = await browser.newContext({ baseURL: lab.server.url })
    await operator.addCookies([lab.cookie])
    const signIns = await operator.newPage()
    await signIns.goto(`/cleanup/${id}`)
    await expect(approveButton(signIns)).toBeEnabled()
    await operator.close()
  })
})

test('the pages have no axe violations and nothing is cut off, in both themes, on desktop and phone', async ({
  page,
  lab,
}) => {
  const { id } = await requestPlan(lab, [PRUNE_SESSIONS, ORPHANS])
  for (const path of ['/cleanup?preset=weekly', `/cleanup/${id}`, '/history']) {
    await page.goto(path)
    await expectEveryViewport(page)
  }
})

test('the first load of a plan has at most 200 KB of JavaScript', async ({ lab }) => {
  const { id } = await requestPlan(lab, [PRUNE_SESSIONS, ORPHANS])
  expect(await firstLoadBytes(lab, `/cleanup/${id}`)).toBeLessThanOrEqual(200_000)
})
