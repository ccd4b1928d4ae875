/** Who may not approve sees the plan and why; the pages of cleaning are for every eye and screen. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { smallHome } from '../lib/testing/presets/small-home.ts'
import { axeOn } from './axe.ts'
import { approveButton, makePlan, ORPHANS, SESSIONS, whatLies } from './clean-lab.ts'
import { firstLoadBytes } from './first-load.ts'
import { expect, test } from './fixtures.ts'

const VIEWER_PASSWORD = 'only looking at the stable'

test.use({
  trace: 'off',
  homes: {
    lay: (folder: string) => ({
      HERMES_HOME: smallHome(join(folder, 'home'), 'aug', Date.now()).path,
      STEWARD_PASSWORD: 'correct horse battery staple',
      STEWARD_VIEWER_PASSWORD: VIEWER_PASSWORD,
      STEWARD_READ_ONLY: '1',
    }),
  },
})

async function refused(page: Page, planId: string, why: RegExp): Promise<void> {
  await page.goto(`/cleanup/${planId}`)
  await expect(page.getByText(why).first()).toBeVisible()
  await expect(approveButton(page)).toBeDisabled()
}

test('read-only: the plan is shown, and nobody can approve it', async ({ page, lab }) => {
  const before = whatLies(lab)
  const { id } = await makePlan(lab, [SESSIONS])
  await refused(page, id, /Read-only: this plan can be looked at/)
  expect(whatLies(lab)).toEqual(before)
})

test.describe(() => {
  test.use({ signedIn: false })

  test('a viewer prepares plans and cannot approve them', async ({ page, lab }) => {
    await page.goto('/sign-in')
    await page.getByLabel('Password').fill(VIEWER_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/$/)
    await page.goto('/cleanup')
    await page.getByLabel(/^Files no session owns/).check()
    await page.getByRole('button', { name: 'Prepare the preview' }).click()
    await expect(page).toHaveURL(/\/cleanup\/[0-9a-f-]{36}$/)
    await refused(page, page.url().split('/').at(-1) ?? '', /not approve it/)
    expect(lab.server.output()).not.toContain('a run failed')
  })
})

test.describe(() => {
  test('nothing to find for axe and nothing cut off, dark and light, desk and phone', async ({
    page,
    lab,
  }) => {
    test.setTimeout(120_000)
    const { id } = await makePlan(lab, [SESSIONS, ORPHANS])
    for (const theme of ['dark', 'light'] as const) {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        for (const path of ['/cleanup?preset=weekly', `/cleanup/${id}`, '/history']) {
          await page.goto(path)
          await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme)
          await page.reload()
          await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
          const where = `${path} ${theme} ${width}`
          const axe = axeOn(page)
          // Themes differ in their colours alone, so the second look is at those.
          const looked = await (theme === 'light' ? axe.withRules(['color-contrast']) : axe).analyze()
          expect(looked.violations, where).toEqual([])
          const excess = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect(excess, where).toBeLessThanOrEqual(0)
        }
      }
    }
  })
})

test('the first load of a plan brings at most 200 KB of JavaScript', async ({ lab }) => {
  const { id } = await makePlan(lab, [SESSIONS, ORPHANS])
  expect(await firstLoadBytes(lab, `/cleanup/${id}`)).toBeLessThanOrEqual(200_000)
})
