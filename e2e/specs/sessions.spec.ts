/** The session list equals the database and can be searched, filtered, sorted, selected and linked. */
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { formatCount } from '../../lib/shared/numbers.ts'
import { makeHome } from '../../lib/testing/make-home.ts'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { expectNothingForAxe } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectNoHorizontalScroll } from '../support/no-horizontal-scroll.ts'

const CHATS = 2_400
const MODEL_HEAD = /<th[^>]*><a[^>]*>Model</

test.use({
  // Tracing axe takes longer than axe itself.
  trace: 'off',
  homes: {
    make: (folder: string) => {
      const nowMs = Date.now()
      const main = join(folder, 'main')
      smallHome(main, 'nov', nowMs)
      for (const name of readdirSync(main).filter((one) => one.startsWith('state.db')))
        cpSync(join(main, name), join(folder, 'copy', name))
      makeHome({ path: join(folder, 'empty'), era: 'aug', nowMs })
      makeHome({
        path: join(folder, 'many'),
        era: 'aug',
        nowMs,
        sessions: Array.from({ length: CHATS }, (_, index) => ({
          id: `chat_${String(index).padStart(4, '0')}`,
          title: `Chat ${index}`,
          startedMs: nowMs - (index + 1) * 60_000,
          endedMs: nowMs - index * 60_000,
          endReason: 'cli_close',
          messages: 0,
        })),
      })
      return {
        HERMES_HOME: main,
        STEWARD_HOMES: [join(folder, 'empty'), join(folder, 'many')].join(':'),
      }
    },
  },
})

const table = (page: Page): Locator => page.getByRole('table', { name: 'Sessions' })
const rowsOf = (page: Page): Locator => table(page).locator('tbody tr')
const drawer = (page: Page): Locator => page.getByRole('complementary', { name: 'Session detail' })
const menu = (page: Page): Locator => page.locator('details[open]')
const status = (page: Page): Locator => page.locator('.selection-bar')
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })

/** Waits for hydration. */
async function openList(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator('.session-layer[data-placed]')).toBeVisible()
}

test('counts, order and numbers of all rows equal the database', async ({ page, lab }) => {
  const db = new Database(join(lab.folder, 'copy', 'state.db'))
  const total = db.prepare<[], number>('SELECT count(*) FROM sessions').pluck().get() ?? 0
  const top = db
    .prepare<[], { id: string; messages: number }>(
      'SELECT id, message_count AS messages FROM sessions ORDER BY message_count DESC, id LIMIT 10',
    )
    .all()
  const people = db
    .prepare<[], number>(
      "SELECT count(*) FROM sessions WHERE source NOT IN ('cron', 'subagent', 'api_server')",
    )
    .pluck()
    .get()
  db.close()
  await openList(page, '/sessions?group=all&view=rows&sort=messages')
  await expect(heading(page)).toContainText(`${formatCount(total)} sessions`)
  await expect(table(page)).toHaveAttribute('aria-rowcount', String(total + 1))
  await expect(page.getByRole('link', { name: /^All / })).toContainText(formatCount(total))
  const shown = await rowsOf(page).evaluateAll((rows) =>
    rows
      .slice(0, 10)
      .map((row) => [
        decodeURIComponent(row.querySelector('a')?.getAttribute('href')?.split(/[/?]/)[2] ?? ''),
        row.querySelectorAll('td')[5]?.textContent,
      ]),
  )
  expect(shown).toEqual(top.map(({ id, messages }) => [id, formatCount(messages)]))
  expect(people).toBeGreaterThan(0)
})

test('a compression lineage is one conversation, and every row is one click away', async ({ page }) => {
  await openList(page, '/sessions?q=Long+project')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page).first()).toContainText('3 parts')
  await page.getByRole('link', { name: 'Every row' }).click()
  await expect(rowsOf(page)).toHaveCount(3)
  await expect(page).toHaveURL(/view=rows/)
  await page.goBack()
  await expect(rowsOf(page)).toHaveCount(1)
  await rowsOf(page).first().getByRole('link').click()
  await expect(drawer(page)).toContainText('This is part 3 of 3. With 3 parts it has 48 messages')
  await drawer(page).getByRole('link', { name: 'long_0' }).click()
  await expect(drawer(page)).toContainText('This is part 1 of 3')
  await expect(page).toHaveURL(/open=long_0/)
})

test('the list shows people first, and filters are in the URL and removable by chip', async ({ page }) => {
  await openList(page, '/sessions')
  await expect(rowsOf(page).filter({ hasText: 'cron' })).toHaveCount(0)
  await page.getByRole('link', { name: /^Automation/ }).click()
  await expect(rowsOf(page).first()).toContainText('cron')
  await page.locator('summary', { hasText: 'Job' }).click()
  await menu(page)
    .getByRole('link', { name: /^inbox-triage/ })
    .click()
  await expect(heading(page)).toHaveText(/^5 of \d+ conversations match$/)
  await page.locator('summary', { hasText: 'State' }).click()
  await menu(page)
    .getByRole('link', { name: /^leaked/ })
    .click()
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(page).toHaveURL(/state=leaked.*job=a1a1a1a1a1a1|job=a1a1a1a1a1a1.*state=leaked/)
  await page.reload()
  await expect(rowsOf(page)).toHaveCount(1)
  await page.getByRole('link', { name: 'Remove the filter State: leaked' }).click()
  await expect(rowsOf(page)).toHaveCount(5)
  await page.locator('summary', { hasText: 'More' }).click()
  await page.getByRole('textbox', { name: 'Messages, at least' }).fill('1 K')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No session matches')).toBeVisible()
  await page.getByRole('link', { name: 'Clear the filters' }).click()
  await expect(rowsOf(page).nth(5)).toBeVisible()
})

test('chosen columns are kept and rendered at once on the next visit', async ({ page, browser, lab }) => {
  await openList(page, '/sessions')
  await page.locator('summary', { hasText: 'Columns' }).click()
  const choose = async (name: string) => {
    const saved = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('checkbox', { name, exact: true }).check()
    await saved
    await expect(table(page).getByRole('columnheader', { name })).toBeVisible()
  }
  await choose('Model')
  const html = await (await page.request.get('/sessions')).text()
  expect(html).toMatch(MODEL_HEAD)
  // Times are rendered twice, with and without script. A long list must not show both.
  await choose('Started')
  await page.goto('/sessions?home=many')
  await expect(table(page).getByRole('columnheader', { name: 'Started' })).toBeVisible()
  await expect(page.locator('.session-layer').locator('> *')).toHaveCount(1)
  const other = await browser.newContext()
  await other.addCookies([lab.cookie])
  expect(await (await other.request.get(`${lab.server.url}/sessions`)).text()).not.toMatch(MODEL_HEAD)
  await other.close()
})

test('the selection survives scrolling, filtering and a reload, and protected rows are marked', async ({
  page,
}) => {
  await openList(page, '/sessions?q=old')
  await page.getByRole('checkbox', { name: /pinned_old/ }).click()
  await page.getByRole('checkbox', { name: /archived_old/ }).click()
  await expect(status(page)).toContainText('2 selected')
  await expect(status(page)).toContainText('1 protected: pinned')
  await page.getByRole('searchbox').fill('twin')
  await expect(rowsOf(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Select all 2' }).click()
  await expect(status(page)).toContainText('4 selected')
  await page.reload()
  await expect(status(page)).toContainText('4 selected')
  const preview = page.getByRole('button', { name: 'Preview cleanup of 3' })
  await expect(preview).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(status(page)).toHaveCount(0)
})

test('the selection becomes a plan of exactly those sessions', async ({ page }) => {
  await openList(page, '/sessions?q=old')
  await page.getByRole('checkbox', { name: /pinned_old/ }).click()
  await page.getByRole('checkbox', { name: /archived_old/ }).click()
  await page.getByRole('button', { name: /^Preview cleanup/ }).click()
  await expect(page).toHaveURL(/\/cleanup\/[0-9a-f-]{36}/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/1 item would go, 1 stays?/)
})

test('two thousand rows can be scrolled to the end, jumped through and range-selected', async ({ page }) => {
  await openList(page, '/sessions?home=many')
  const scroller = page.locator('.session-scroller')
  await expect(rowsOf(page).first()).toContainText('Chat 0')
  expect(await scroller.evaluate((element) => element.scrollHeight)).toBe(32 + CHATS * 32)
  await rowsOf(page).first().getByRole('checkbox').click()
  await scroller.evaluate((element) => {
    element.scrollTop = 1_500 * 32
  })
  await expect(rowsOf(page).filter({ hasText: 'Chat 1500' })).toBeVisible()
  await scroller.evaluate((element) => {
    element.scrollTop = element.scrollHeight
  })
  const last = rowsOf(page).filter({ hasText: `Chat ${CHATS - 1}` })
  await expect(last).toBeInViewport()
  await last.getByRole('checkbox').click({ modifiers: ['Shift'] })
  await expect(status(page)).toContainText(`${formatCount(CHATS)} selected`)
})

test('keys work: / j k x Shift x Enter Esc', async ({ page }) => {
  await openList(page, '/sessions?home=many')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('chat_00')
  await expect(heading(page)).toHaveText(`100 of ${formatCount(CHATS)} conversations match`)
  await page.getByRole('searchbox').blur()
  for (const key of ['j', 'j', 'k', 'x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key)
  await expect(status(page)).toContainText('3 selected')
  await expect(rowsOf(page).nth(2).getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(drawer(page)).toContainText('chat_0002')
  for (let step = 0; step < 40; step += 1) await page.keyboard.press('j')
  await expect(rowsOf(page).filter({ hasText: 'Chat 42' }).getByRole('link')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toHaveCount(0)
  await expect(status(page)).toContainText('3 selected')
  await page.keyboard.press('Escape')
  await expect(status(page)).toHaveCount(0)
})

test('an empty home and an unknown session in the URL are explained', async ({ page, lab }) => {
  await page.goto('/sessions?home=empty')
  await expect(page.getByText('No sessions yet')).toBeVisible()
  await openList(page, '/sessions?home=many&open=nobody')
  await expect(drawer(page)).toContainText('This home has no session with this id.')
  expect((await lab.api('/api/v1/homes/many/sessions?format=picks')).body).toMatchObject({
    protections: expect.any(Array),
  })
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })
  test('the first rows, the search and the links work', async ({ page }) => {
    await page.goto('/sessions?home=many')
    await expect(rowsOf(page)).toHaveCount(60)
    await page.getByRole('searchbox').fill('chat_0007')
    await page.keyboard.press('Enter')
    await expect(rowsOf(page)).toHaveCount(1)
    await rowsOf(page).getByRole('link').click()
    await expect(heading(page)).toHaveText('Chat 7')
  })
})

test.describe('accessibility and layout', () => {
  test('the list has no axe violations and no horizontal scroll', async ({ page }) => {
    test.slow()
    for (const [width, address] of [
      [1440, '/sessions?open=working_now&source=cli&state=live'],
      [390, '/sessions?source=cli'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await openList(page, address)
      if (width === 1440) await expect(drawer(page)).toContainText('Files')
      await rowsOf(page).first().getByRole('checkbox').click()
      await page.locator('summary', { hasText: 'More' }).click()
      await expectNothingForAxe(page, `${width} px`)
      await expectNoHorizontalScroll(page, `${width} px`)
      await page.evaluate(() => sessionStorage.clear())
    }
  })

  test('on a phone a row opens the session page', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openList(page, '/sessions?home=many')
    await rowsOf(page).nth(1).getByRole('link').click()
    await expect(page).toHaveURL(/\/sessions\/chat_0001/)
    await expect(heading(page)).toHaveText('Chat 1')
  })
})
