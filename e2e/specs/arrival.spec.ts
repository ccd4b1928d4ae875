/** How a page loads when nothing was read before, and what is shown while the next one is loading. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { HOUR_MS } from '../../lib/shared/time.ts'
import { rememberHome } from '../../lib/store/homes.ts'
import { openStore } from '../../lib/store/open-store.ts'
import { recordStorageSample } from '../../lib/store/samples/storage-samples.ts'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { axeOn } from '../support/axe.ts'
import { holdBack, outlineOf, statusMessage } from '../support/delayed-response.ts'
import { API_TOKEN, expect, type Lab, test } from '../support/fixtures.ts'
import { shiftOf, watchShift } from '../support/layout-shift.ts'
import { pressTogether } from '../support/press-together.ts'

test.use({
  homes: {
    make: (folder: string) => ({ HERMES_HOME: smallHome(join(folder, 'root'), 'nov', Date.now()).path }),
  },
})

/** The order matters: each page is the first to request its data. */
test('the layout does not shift on a cold load or when git and counting finish', async ({ page, lab }) => {
  test.slow()
  await watchShift(page)
  await page.goto('/checkpoints', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/^Asking git|^measuring$/)).toHaveCount(0)
  expect(['/checkpoints', (await shiftOf(page)) < 0.01]).toEqual(['/checkpoints', true])
  const { body } = await lab.api('/api/v1/homes/main/sessions?limit=1')
  const [{ id }] = (body as { items: [{ id: string }] }).items
  for (const path of ['/database', `/sessions/${encodeURIComponent(id)}`, '/storage', '/']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect([path, (await shiftOf(page)) < 0.01]).toEqual([path, true])
  }
})

type Navigation = {
  readonly name: string
  /** Defaults to the page that the last navigation led to. */
  readonly from?: string
  readonly set: (page: Page) => Promise<void>
  readonly held?: RegExp
  readonly to: RegExp
  readonly announced: string
  readonly shape: 'table' | 'cards'
}

/** Every kind of navigation to another page. */
const NAVIGATIONS: readonly Navigation[] = [
  {
    name: 'keys',
    from: '/gateway?home=main',
    set: async (page) => (await pressTogether(page))('g', 'd'),
    to: /\/storage\?/,
    announced: 'Opening Storage',
    shape: 'cards',
  },
  {
    name: 'the list of pages',
    set: (page) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gateway' }).click(),
    to: /\/gateway\?/,
    announced: 'Opening Gateway',
    shape: 'table',
  },
  {
    name: 'a session’s row',
    set: (page) => page.locator('a[data-row][href^="/sessions/"]:visible').first().click(),
    to: /\/sessions\/./,
    announced: 'Opening a session',
    shape: 'cards',
  },
  {
    name: 'a cron job’s sessions',
    from: '/cron',
    set: (page) => page.locator('a[data-row][href^="/sessions?"]:visible').first().click(),
    to: /\/sessions\?/,
    announced: 'Opening Sessions',
    shape: 'table',
  },
  {
    name: 'the palette',
    set: async (page) => {
      await page.getByRole('button', { name: 'Search or run a command' }).click()
      await page.getByRole('combobox', { name: 'Search or run a command' }).fill('tokens')
      await page.getByRole('option', { name: /^Tokens/ }).click()
    },
    to: /\/tokens\?/,
    announced: 'Opening Tokens',
    shape: 'cards',
  },
  {
    name: 'a class of storage',
    from: '/storage',
    set: (page) => page.locator('a[data-row][href*="at=logs"]:visible').first().click(),
    to: /\/storage\?.*at=logs/,
    announced: 'Opening Storage',
    shape: 'cards',
  },
  {
    name: 'a plain link of a long list',
    from: '/storage',
    set: (page) =>
      page
        .getByRole('region', { name: /largest/i })
        .locator('a[data-row]')
        .first()
        .click(),
    to: /\/storage\?.*at=/,
    announced: 'Opening Storage',
    shape: 'cards',
  },
]

/** Navigates while the response is held back, and checks what is shown in its place. */
async function follow(
  page: Page,
  { name, from, set, to, held = to, announced, shape }: Navigation,
): Promise<void> {
  if (from !== undefined) await page.goto(from)
  await page.waitForLoadState('networkidle')
  const shifted = await shiftOf(page)
  const release = await holdBack(page, ({ pathname, search }) => held.test(pathname + search))
  await set(page)
  await expect(statusMessage(page, announced), name).toBeAttached()
  await expect(page.getByRole('main'), name).toHaveAttribute('aria-busy', 'true')
  await expect(outlineOf(page), name).toBeInViewport()
  await expect(outlineOf(page), name).toHaveAttribute('data-outline', shape)
  expect((await shiftOf(page)) - shifted, name).toBeLessThan(0.01)
  if (name === 'keys') expect((await axeOn(page).analyze()).violations).toEqual([])
  release()
  await expect(page, name).toHaveURL(to)
  await expect(outlineOf(page), name).toHaveCount(0)
  await expect(page.getByRole('main'), name).not.toHaveAttribute('aria-busy', 'true')
  await expect(statusMessage(page, announced), name).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 }), name).toBeVisible()
}

test('every slow navigation shows an outline and is announced', async ({ page }) => {
  test.slow()
  await watchShift(page)
  for (const way of NAVIGATIONS) await follow(page, way)
})

test('a filter keeps the current page and shows that it is loading', async ({ page }) => {
  await page.goto('/storage')
  const release = await holdBack(page, ({ search }) => search.includes('size=apparent'))
  await page
    .getByRole('link', { name: /apparent/i })
    .first()
    .click()
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')
  await expect(statusMessage(page, 'Loading')).toBeAttached()
  await expect(outlineOf(page)).toHaveCount(0)
  release()
  await expect(page).toHaveURL(/size=apparent/)
  await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy', 'true')
})

test('the page list has the numbers of the home', async ({ page, lab }) => {
  const { sessions, cronJobs } = await lab.overview()
  const { body } = await lab.api('/api/v1/homes/main/checkpoints')
  const { items } = body as { items: readonly unknown[] }
  await page.goto('/')
  const pages = page.getByRole('navigation', { name: 'Main' })
  for (const name of [
    `Sessions ${sessions?.total} sessions`,
    `Cron ${cronJobs?.filter(({ exists }) => exists).length} jobs`,
    `Checkpoints ${items.length} projects`,
    'Cleanup',
  ])
    await expect(pages.getByRole('link', { name, exact: true })).toBeVisible()
  const made = await fetch(`${lab.server.url}/api/v1/homes/main/plans`, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      steps: [{ action: 'orphan-files', policy: { olderThanDays: 0 } }],
      disposition: 'trash',
    }),
  })
  expect(made.status).toBe(200)
  await expect(async () => {
    await page.reload()
    expect(await pages.getByRole('link', { name: 'Cleanup 1 plan waits', exact: true }).isVisible()).toBe(
      true,
    )
  }).toPass()
})

const PER_HOUR = 2_000_000
const FREED = 10_000_000_000

type Stored = {
  readonly classes: readonly { readonly id: string; readonly bytes: number }[]
  readonly forecast: {
    readonly growthBytesPerDay: number
    readonly confidence: string
    readonly freedBytes: number
    readonly words: string
  }
}

const storedOf = async (lab: Lab): Promise<Stored> =>
  (await lab.api('/api/v1/homes/main/storage')).body as Stored

/** Six days of checkpoints that grow hourly, with ten gigabytes cleaned a day ago. */
function storeSamples(lab: Lab, classes: Stored['classes']): void {
  const opened = openStore(join(lab.folder, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  const homeNo = rememberHome(opened.value, join(lab.folder, 'root'))
  const present = Object.fromEntries(classes.map(({ id, bytes }) => [id, bytes]))
  for (let ago = 144; ago >= 1; ago -= 1)
    recordStorageSample(opened.value, homeNo, {
      atMs: Date.now() - ago * HOUR_MS,
      classes: {
        ...present,
        checkpoints: (present.checkpoints ?? 0) + (ago > 24 ? FREED : 0) - (ago - 300) * PER_HOUR,
      },
    })
  opened.value.close()
}

test('a cleanup does not distort the growth, its confidence or the forecast', async ({ page, lab }) => {
  storeSamples(lab, (await storedOf(lab)).classes)
  await expect(async () => {
    const { forecast } = await storedOf(lab)
    expect(forecast).toMatchObject({ confidence: 'good' })
    expect(Math.abs(forecast.growthBytesPerDay / (24 * PER_HOUR) - 1)).toBeLessThan(0.05)
    expect(forecast.freedBytes).toBeGreaterThanOrEqual(FREED - PER_HOUR)
  }).toPass()
  await page.goto('/storage')
  const panel = page.getByRole('region').filter({ has: page.getByText('Confidence', { exact: true }) })
  await expect(panel).toContainText('Confidencegood')
  await expect(panel).toContainText(
    /Measured from \d+ samples over 5 d, without the 10\.\d GB that were cleaned/,
  )
  await expect(panel.getByRole('heading')).not.toContainText('does not fill')
  await page.goto('/')
  await expect(page.getByText(/\+4\d\.\d MB a day/).first()).toBeVisible()
})

test('a plan in preparation shows an outline', async ({ page }) => {
  await watchShift(page)
  await follow(page, {
    name: 'a finding that is prepared',
    from: '/',
    set: (page) =>
      page
        .getByRole('button', { name: /^Preview: / })
        .first()
        .click(),
    // The plan is part of the response to the form.
    held: /^\/$/,
    to: /\/cleanup\/[0-9a-f-]{36}/,
    announced: 'Opening a plan',
    shape: 'cards',
  })
})
