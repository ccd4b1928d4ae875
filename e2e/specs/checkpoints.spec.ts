/** Compares the checkpoints page with the disk and git, in all three layouts. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { formatBytes, formatCount } from '../../lib/shared/numbers.ts'
import { DAY_MS } from '../../lib/shared/time.ts'
import { visibleName } from '../../lib/shared/visible-name.ts'
import { makeHome } from '../../lib/testing/make-home.ts'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { diskUsage } from '../support/disk-usage.ts'
import { expectEveryViewport } from '../support/every-viewport.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectedCheckpoints, shownCheckpoints } from '../support/homes/checkpoint-facts.ts'
import { squeezed } from '../support/page-parts.ts'

const HOSTILE = ['<img src=x onerror="window.owned = 1">', 'invoice \u202Efdp.exe', 'two\nlines\u001b[31m']
const MANY = 130

test.use({
  trace: 'off',
  homes: {
    make: (folder: string) => {
      const nowMs = Date.now()
      const home = smallHome(join(folder, 'home'), 'aug', nowMs).path
      makeHome({
        path: join(folder, 'odd'),
        era: 'mar',
        nowMs,
        checkpoints: HOSTILE.map((name) => ({
          layout: 'v1',
          name,
          workdir: 'orphan',
          touchedMs: nowMs - 30 * DAY_MS,
        })),
      })
      makeHome({
        path: join(folder, 'many'),
        era: 'mar',
        nowMs,
        checkpoints: Array.from({ length: MANY }, (_, index) => ({
          layout: 'v1',
          name: `project-${String(index).padStart(3, '0')}`,
          workdir: 'orphan',
          touchedMs: nowMs - (30 + index) * DAY_MS,
        })),
      })
      makeHome({ path: join(folder, 'bare'), era: 'aug', nowMs })
      makeHome({ path: join(folder, 'linked'), era: 'aug', nowMs })
      mkdirSync(join(folder, 'elsewhere'))
      symlinkSync(join(folder, 'elsewhere'), join(folder, 'linked', 'checkpoints'))
      const others = ['odd', 'many', 'bare', 'linked'].map((name) => join(folder, name))
      return { HERMES_HOME: home, STEWARD_HOMES: others.join(':') }
    },
  },
})

const table = (page: Page): Locator => page.getByRole('table', { name: 'Checkpoints' })
const rowLinks = (page: Page): Locator => table(page).locator('summary')

/** Waits until git has measured everything in the background. */
async function openMeasured(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(table(page).getByText('measuring')).toHaveCount(0)
  await expect(page.getByText(/^Asking git/)).toHaveCount(0)
}

test('every row equals the disk and git, in all three layouts', async ({ page, lab }) => {
  await openMeasured(page, '/checkpoints')
  const rows = await shownCheckpoints(table(page))
  const byPath = new Map(rows.map((row) => [row.path, row.cells]))
  const expected = expectedCheckpoints(join(lab.folder, 'home', 'checkpoints'))
  for (const { path, layout, commits, reachable, exclusive } of expected) {
    const [state, ...shown] = byPath.get(path) ?? []
    // A folder that may be on an unmounted drive never counts as freed.
    const freed = state === 'unreachable' ? 'kept' : formatBytes(exclusive)
    const asked = commits === null ? 'not asked' : formatCount(commits)
    expect([path, shown[0], ...shown.slice(2)]).toEqual([
      path,
      layout,
      ...[asked, formatBytes(reachable), freed].map(squeezed),
    ])
  }
  expect(expected.map(({ path }) => path).sort()).toEqual(rows.map(({ path }) => path).sort())
})

test('a legacy folder lists the folders whose states it archived', async ({ page, lab }) => {
  const folder = 'legacy-20260601-101010'
  await page.goto('/checkpoints?layout=legacy')
  await rowLinks(page).filter({ hasText: folder }).click()
  await expect(table(page).getByText('2 repositories inside')).toBeVisible()
  const path = join(lab.folder, 'home', 'checkpoints', folder)
  for (const id of readdirSync(path)) {
    const workdir = readFileSync(join(path, id, 'HERMES_WORKDIR'), 'utf8').trim()
    const listed = table(page).getByRole('listitem').filter({ hasText: workdir })
    await expect(listed).toContainText(
      new RegExp(formatBytes(diskUsage(join(path, id)).bytes).replace(' ', '\\s*')),
    )
  }
})

test('a folder on an unmounted drive is not an orphan, and like a live one cannot be ticked', async ({
  page,
}) => {
  await openMeasured(page, '/checkpoints')
  const rows = await shownCheckpoints(table(page))
  const statesOf = (part: string) =>
    rows.filter(({ path }) => path.includes(part)).map(({ cells }) => cells[0])
  expect(statesOf('unmounted-drive')).toEqual(['unreachable', 'unreachable', 'unreachable'])
  expect(new Set(statesOf('/orphan'))).toEqual(new Set(['orphan']))
  await expect(page.getByText('Missing is not deleted, so these stay.', { exact: false })).toBeVisible()

  for (const [state, ticks] of [
    ['unreachable', 0],
    ['live', 0],
    ['orphan', 4],
  ] as const) {
    await page
      .getByRole('group', { name: 'State' })
      .getByRole('link', { name: new RegExp(`^${state}`, 'i') })
      .click()
    await expect(page).toHaveURL(new RegExp(`state=${state}$`))
    await expect(table(page).locator('[data-tick]')).toHaveCount(ticks)
    await expect(table(page).getByRole('img', { name: `Stays: ${state}` })).toHaveCount(ticks === 0 ? 3 : 0)
  }
})

test('order, layout and search are in the URL and run on the server', async ({ page }) => {
  await openMeasured(page, '/checkpoints')
  await table(page).getByRole('link', { name: 'Commits' }).click()
  await expect(page).toHaveURL('/checkpoints?sort=commits')
  await expect(table(page).getByRole('columnheader', { name: 'Commits' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  const commits = async () =>
    (await shownCheckpoints(table(page))).map(({ cells }) => Number(cells[3])).filter((count) => count > 0)
  const falling = await commits()
  expect(falling).toEqual(falling.toSorted((a, b) => b - a))
  await table(page).getByRole('link', { name: 'Commits' }).click()
  await expect(page).toHaveURL('/checkpoints?sort=commits&order=asc')
  await expect.poll(commits).toEqual(falling.toReversed())

  await page.getByRole('group', { name: 'Layout' }).getByRole('link', { name: 'shared' }).click()
  await expect(page).toHaveURL('/checkpoints?layout=v2&sort=commits&order=asc')
  await page.keyboard.press('/')
  await page.keyboard.type('stale')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/layout=v2&sort=commits&order=asc&q=stale$/)
  expect((await shownCheckpoints(table(page))).map(({ path }) => path.slice(-6))).toEqual([
    'stale0',
    'stale1',
    'stale2',
  ])
  await page.goto('/checkpoints?q=nothing+is+called+so')
  await expect(page.getByText('None matches')).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(table(page)).toBeVisible()
})

test('the selection survives pages, filters and a reload, separately for each home', async ({ page }) => {
  await openMeasured(page, '/checkpoints?home=many&sort=workdir')
  await expect(rowLinks(page)).toHaveCount(100)
  await page.keyboard.press('j')
  await expect(rowLinks(page).first()).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const bar = page.getByRole('status').filter({ hasText: 'ticked' })
  await expect(bar).toContainText('2 checkpoints ticked')

  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(rowLinks(page)).toHaveCount(MANY - 100)
  await expect(bar).toContainText('2 checkpoints ticked')
  await page.getByRole('checkbox', { name: 'Tick all on this page that can go' }).click()
  await expect(bar).toContainText(`${MANY - 100 + 2} checkpoints ticked`)
  await page.reload()
  await expect(bar).toContainText(`${MANY - 100 + 2} checkpoints ticked`)
  await page.getByRole('link', { name: 'First page' }).click()
  await expect(table(page).locator('[data-tick]:checked')).toHaveCount(2)

  await page.goto('/checkpoints')
  await expect(table(page)).toBeVisible()
  await expect(bar).toBeHidden()
  await page.goto('/checkpoints?home=many')
  await bar.getByRole('button', { name: 'Untick all' }).click()
  await expect(bar).toBeHidden()
})

test('the selection becomes a plan of exactly those items, and a whole state needs no ticks', async ({
  page,
  lab,
}) => {
  const planned = async () => {
    await expect(page).toHaveURL(/\/cleanup\/[0-9a-f-]{36}/)
    const { body } = await lab.api(`/api/v1/plans/${new URL(page.url()).pathname.split('/')[2]}`)
    return body
  }
  await openMeasured(page, '/checkpoints?home=many&sort=workdir')
  for (const at of [0, 1, 2]) await table(page).locator('[data-tick]').nth(at).click()
  await page.getByRole('status').getByRole('button', { name: 'Preview' }).click()
  expect(await planned()).toMatchObject({
    steps: [{ action: 'checkpoints' }],
    totals: { act: { items: 3 } },
  })
  await page.goto('/checkpoints?home=many')
  await page.getByRole('button', { name: /^Preview: .*checkpoint/ }).click()
  expect(await planned()).toMatchObject({
    steps: [{ action: 'checkpoints', policy: { states: ['orphan'] } }],
    totals: { act: { items: MANY } },
  })
})

test('a selected item that became protected is kept with a reason, and its tick is dropped', async ({
  page,
  lab,
}) => {
  const bar = page.getByRole('status').filter({ hasText: 'ticked' })
  const { body } = await lab.api('/api/v1/homes/main/checkpoints?state=unreachable')
  const [{ id, layout }] = (body as { items: [{ id: string; layout: string }] }).items
  await page.goto('/checkpoints?home=main&state=orphan')
  // A tick from before its drive was unmounted.
  await page.evaluate((key) => sessionStorage.setItem('checkpoints:main', key), `{"${layout}/${id}":null}`)
  await page.reload()
  await expect(bar).toContainText('1 checkpoint ticked')
  await bar.getByRole('button', { name: 'Preview' }).click()
  await expect(page).toHaveURL(/\/cleanup\/[0-9a-f-]{36}/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('0 items would go, 1 stays')
  await expect(page.getByRole('table').getByText('Drive not mounted').first()).toBeVisible()
  await expect(page.getByText('There is nothing to approve.')).toBeVisible()
  await page.goto('/checkpoints?home=main&state=unreachable')
  await expect(table(page).getByRole('img', { name: 'Stays: unreachable' })).toHaveCount(3)
  await expect(bar).toHaveCount(0)
})

test.describe(() => {
  test.use({ expectedNoise: { pattern: /status of 401|net::ERR_FAILED/ } })

  test('after a sign-out the page says so and keeps the selection', async ({ page }) => {
    await page.goto('/checkpoints?home=main&state=orphan')
    await table(page).locator('[data-tick]').first().click()
    // A refresh would lead to the sign-in page.
    await page.route('**/api/health', (route) => route.abort())
    await page.context().clearCookies()
    const bar = page.getByRole('status').filter({ hasText: '1 checkpoint ticked' })
    await bar.getByRole('button', { name: 'Preview' }).click()
    await expect(bar).toContainText('nothing was prepared. Steward is stopped, or you are signed out')
  })
})

test('an invalid cursor or parameter shows the first page', async ({ page }) => {
  await page.goto('/checkpoints?cursor=nonsense&sort=size&order=up&state=dead&layout=v9')
  await expect(table(page)).toBeVisible()
  await expect(page.getByRole('link', { name: /^All / })).toHaveAttribute('aria-current', 'true')
})

test('deceptive folder names are shown as text', async ({ page }) => {
  await openMeasured(page, '/checkpoints?home=odd')
  const paths = (await shownCheckpoints(table(page))).map(({ path }) => path)
  for (const name of HOSTILE) expect(paths.some((path) => path.endsWith(`/${visibleName(name)}`))).toBe(true)
  for (const row of await rowLinks(page).all()) await row.click()
  expect(await page.evaluate(() => Reflect.get(window, 'owned'))).toBeUndefined()
  await expect(page.getByRole('main').locator('script, img')).toHaveCount(0)
  const text = await page.getByRole('main').evaluate((main) => main.textContent)
  expect(text?.match(/[\p{Cc}\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu) ?? []).toEqual([])
})

test('a home without checkpoints gets an explanation, and those behind a link are unknown', async ({
  page,
}) => {
  await page.goto('/checkpoints?home=bare')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No checkpoints in this home')
  await expect(page.getByText('Before it changes files', { exact: false })).toBeVisible()
  await page.goto('/checkpoints?home=linked')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkpoints are unknown')
  await expect(page.getByText('checkpoints is a symbolic link', { exact: true })).toBeVisible()
})

test('the page can be exported as CSV', async ({ page }) => {
  await page.goto('/checkpoints?state=orphan')
  const href = await page.getByRole('main').getByRole('link', { name: 'CSV' }).getAttribute('href')
  const lines = (await (await page.request.get(href ?? '')).text()).trim().split('\n')
  expect(lines[0]).toContain('id,layout,workdir,state')
  expect(lines.slice(1)).toHaveLength(4)
  for (const line of lines.slice(1)) expect(line).toContain(',orphan,')
})

test('the page has no axe violations and no horizontal scroll, with a row expanded', async ({ page }) => {
  await openMeasured(page, '/checkpoints')
  await rowLinks(page).first().click()
  await page
    .getByRole('checkbox', { name: /^Tick / })
    .nth(1)
    .click()
  await page.getByRole('button', { name: 'Untick all' }).waitFor()
  await expectEveryViewport(page)
})
