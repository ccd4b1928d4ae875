/** Guarantees shared by all Explore pages: stable and light loading, keys, zoom and export. */
import type { Page } from '@playwright/test'
import { firstLoadBytes } from '../support/first-load.ts'
import { expect, demoTest as test } from '../support/fixtures.ts'
import { shiftOf, watchShift } from '../support/layout-shift.ts'
import { expectNoHorizontalScroll } from '../support/no-horizontal-scroll.ts'

const PAGES = ['/sessions', '/storage', '/checkpoints', '/cron', '/tokens', '/database', '/gateway']
const WITH_FILTER = ['/sessions', '/checkpoints', '/gateway']

/** Far below the promised 200 KB, to leave room for growth. */
const LIMITS: Readonly<Record<string, number>> = { '/sessions': 185_000 }
const DEFAULT_LIMIT = 170_000

async function openStill(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

test('each page loads well under 200 KB of JavaScript', async ({ lab }) => {
  for (const path of PAGES)
    expect(await firstLoadBytes(lab, path), path).toBeLessThanOrEqual(LIMITS[path] ?? DEFAULT_LIMIT)
})

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(() => {
    test.use({ viewport })
    test(`at ${viewport.width} px the layout does not shift while a page loads`, async ({ page }) => {
      test.slow()
      await watchShift(page)
      // Background counting finishes before the first measurement.
      for (const path of ['/checkpoints', '/database']) await openStill(page, path)
      for (const path of PAGES) {
        await openStill(page, path)
        expect([path, (await shiftOf(page)) < 0.01]).toEqual([path, true])
      }
    })
  })
}

/**
 * The smallest phone, a tablet, 1440 × 900 at 200 % zoom, and 4K. Each page's own spec covers the sizes in
 * between (every-viewport.ts).
 */
const WINDOWS = [
  { width: 320, height: 900 },
  { width: 768, height: 900 },
  { width: 720, height: 450 },
  { width: 3_840, height: 2_160 },
]

test('no window cuts a page off, no page exceeds 2,560 px, and reduced motion is respected', async ({
  page,
  lab,
}) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { body } = await lab.api('/api/v1/homes/main/sessions?limit=1')
  const [{ id }] = (body as { items: [{ id: string }] }).items
  for (const path of [...PAGES, `/sessions/${encodeURIComponent(id)}`]) {
    await openStill(page, path)
    for (const window of WINDOWS) {
      await page.setViewportSize(window)
      await expectNoHorizontalScroll(page, `${path} at ${window.width} px`)
    }
    const main = await page.getByRole('main').boundingBox()
    if (path !== '/storage') expect(main?.width, `${path} at 3,840 px`).toBeLessThanOrEqual(2_560)
    expect([path, await movingParts(page)]).toEqual([path, 0])
  }
})

test('on a tablet no column is cut off by its card', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1_024 })
  for (const path of ['/cron', '/tokens', '/database', '/gateway']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const cut = await page
      .getByRole('main')
      .locator(':has(> table):not(.sr-only)')
      .evaluateAll(
        (boxes) => boxes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length,
      )
    expect([path, cut]).toEqual([path, 0])
  }
})

const movingParts = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const isLong = (durations: string) =>
      durations.split(',').some((text) => Number.parseFloat(text) * (text.includes('ms') ? 1 : 1000) > 1)
    return [...document.querySelectorAll('*')]
      .map((element) => getComputedStyle(element))
      .filter((style) => isLong(style.transitionDuration) || isLong(style.animationDuration)).length
  })

test('j, k, / and ? work on every page as listed', async ({ page }) => {
  test.slow()
  for (const path of PAGES) {
    await page.goto(path)
    const focused = page.locator('[data-row]:focus')
    await page.keyboard.press('j')
    await expect(focused, path).toHaveCount(1)
    const first = await focused.innerText()
    await page.keyboard.press('j')
    await expect(focused, path).toHaveCount(1)
    await page.keyboard.press('k')
    await expect(focused, path).toHaveText(first, { useInnerText: true })
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keys' }), path).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog'), path).toHaveCount(0)
    await page.keyboard.press('/')
    if (WITH_FILTER.includes(path)) await expect(page.locator('[data-filter]'), path).toBeFocused()
    else await expect(page.getByRole('dialog', { name: 'Search or run a command' }), path).toBeVisible()
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('each page and a session can be exported as CSV and JSON', async ({ page, lab }) => {
    const { body } = await lab.api('/api/v1/homes/main/sessions?limit=1')
    const [{ id }] = (body as { items: [{ id: string }] }).items
    const cookie = `${lab.cookie.name}=${lab.cookie.value}`
    for (const path of [...PAGES, `/sessions/${id}`]) {
      await page.goto(path)
      for (const [label, type] of [
        ['CSV', 'text/csv'],
        ['JSON', 'application/json'],
      ] as const) {
        const address = await page
          .getByRole('link', { name: label, exact: true })
          .first()
          .getAttribute('href')
        const answer = await fetch(new URL(address ?? '', lab.server.url), { headers: { cookie } })
        expect([path, answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([
          path,
          200,
          type,
        ])
        expect((await answer.text()).split('\n').length, path).toBeGreaterThan(label === 'CSV' ? 2 : 0)
      }
    }
  })
})

test('a plan with thousands of items starts at the top, wherever the form was scrolled', async ({ page }) => {
  await page.goto('/cleanup?preset=weekly')
  await page.getByRole('button', { name: 'Prepare the preview' }).click()
  await expect(page).toHaveURL(/\/cleanup\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: /would go/ })).toBeInViewport()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})
