/** From the session list and page to a plan: selecting, closing first, and failures. */
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { DAY_MS, HOUR_MS } from '../../lib/shared/time.ts'
import { makeHome } from '../../lib/testing/make-home.ts'
import { expect, test } from '../support/fixtures.ts'

const LEAKS = 5
const CHATS = 3

test.use({
  homes: {
    make: (folder: string) => {
      const nowMs = Date.now()
      const path = join(folder, 'main')
      makeHome({
        path,
        era: 'aug',
        nowMs,
        sessions: [
          ...Array.from({ length: LEAKS }, (_, index) => ({
            id: `left_${index}`,
            source: 'telegram',
            startedMs: nowMs - (20 + index) * DAY_MS,
            messages: 2,
          })),
          ...Array.from({ length: CHATS }, (_, index) => ({
            id: `chat_${index}`,
            startedMs: nowMs - (10 + index) * DAY_MS,
            endedMs: nowMs - (10 + index) * DAY_MS + HOUR_MS,
            endReason: 'cli_close',
            messages: 2,
          })),
        ],
      })
      return { HERMES_HOME: path }
    },
  },
})

const status = (page: Page): Locator => page.locator('.selection-bar')
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })

async function openList(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator('.session-layer[data-placed]')).toBeVisible()
}

test('selected leaked sessions are closed first and not offered for removal', async ({ page }) => {
  await openList(page, '/sessions?state=leaked&group=all&view=rows')
  await page.getByRole('checkbox', { name: `Select all ${LEAKS}` }).click()
  await expect(status(page)).toContainText(`${LEAKS} left open: close them first`)
  await expect(page.getByRole('button', { name: /^Preview cleanup/ })).toHaveCount(0)
  await page.getByRole('button', { name: `Preview closing ${LEAKS} leaked` }).click()
  await expect(page).toHaveURL(/\/cleanup\/[0-9a-f-]{36}/)
  await expect(heading(page)).toContainText(`${LEAKS} sessions would be closed`)
})

test('a session left open is marked in the list and on its page', async ({ page }) => {
  await openList(page, '/sessions?state=leaked&open=left_0')
  const words = 'Left open without a sign of life: close it first'
  await expect(page.getByRole('complementary', { name: 'Session detail' })).toContainText(words)
  await page.goto('/sessions/left_0')
  await expect(page.getByText(words)).toBeVisible()
})

test('a session page leads to a plan for that session and back to the same list', async ({ page }) => {
  await openList(page, '/sessions?q=chat_&sort=messages')
  await page.getByRole('link', { name: 'chat_0' }).click()
  const drawer = page.getByRole('complementary', { name: 'Session detail' })
  await drawer.getByRole('link', { name: 'Open', exact: true }).click()
  await expect(page).toHaveURL(/\/sessions\/chat_0\?/)
  await page.getByRole('main').getByRole('link', { name: 'Sessions', exact: true }).click()
  await expect(page).toHaveURL(/\/sessions\?home=main&q=chat_&sort=messages$/)
  await page.goto('/sessions/chat_0')
  await page.getByRole('button', { name: 'Preview cleanup' }).click()
  await expect(page).toHaveURL(/\/cleanup\/[0-9a-f-]{36}/)
  await expect(heading(page)).toContainText('1 item would go')
})

test('an empty result names each filter and the number of matches without it', async ({ page }) => {
  await page.goto('/sessions?q=chat_&state=leaked')
  await expect(page.getByText('No session matches')).toBeVisible()
  const without = page.getByRole('link', { name: `Without state: leaked: ${CHATS}` })
  await expect(page.getByRole('link', { name: `Without the words “chat_”: ${LEAKS}` })).toBeVisible()
  await without.click()
  await expect(heading(page)).toContainText(`${CHATS} of ${CHATS + LEAKS} conversations match`)
  await page.locator('summary', { hasText: 'Age' }).click()
  await page.getByRole('textbox', { name: 'Age, at least' }).fill('11 d')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/minIdleHours=264/)
  await expect(heading(page)).toContainText(`1 of ${CHATS + LEAKS} conversations match`)
})

test('sixty thousand selected sessions become a plan', async ({ page }) => {
  await openList(page, '/sessions?group=all&view=rows')
  await page.evaluate(() => {
    const picks = Array.from({ length: 60_000 }, (_, at) => [
      at < 3 ? `chat_${at}` : `cron_0123456789ab_20261101_${at}`,
      0,
      0,
      null,
      [],
      false,
    ])
    sessionStorage.setItem('steward-selection:main', JSON.stringify(picks))
  })
  await page.reload()
  await page.getByRole('button', { name: 'Preview cleanup of 60,000' }).click()
  await expect(page).toHaveURL(/\/cleanup\/[0-9a-f-]{36}/)
  await expect(heading(page)).toContainText(`${CHATS} items would go`)
})

test.describe('without an answer', () => {
  test.use({ expectedNoise: { pattern: /ERR_FAILED/ } })

  test('a plan request that fails says why and keeps the selection', async ({ page }) => {
    await openList(page, '/sessions?q=chat_')
    await page.getByRole('checkbox', { name: /chat_0/ }).click()
    await page.route('**/sessions**', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Preview cleanup of 1' }).click()
    await expect(status(page)).toContainText('No answer, so nothing was prepared. Steward is stopped')
    await expect(status(page)).toContainText('1 selected')
  })
})
