/** Accessibility of the overview: contrast and names, widths, zoom, weight, layout shift, no scripts. */
import type { Page } from '@playwright/test'
import { expectNothingForAxe } from '../support/axe.ts'
import { firstLoadBytes } from '../support/first-load.ts'
import { expect, demoTest as test } from '../support/fixtures.ts'
import { shiftOf, watchShift } from '../support/layout-shift.ts'
import { expectNoHorizontalScroll } from '../support/no-horizontal-scroll.ts'
import { chartsDrawn, findingsOf, tileOf } from '../support/page-parts.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const FIRST_LOAD_LIMIT_BYTES = 170_000

async function openEverything(page: Page): Promise<void> {
  for (const button of await page.getByRole('button', { name: /^Show as table/ }).all()) await button.click()
  for (const button of await findingsOf(page).getByText('Show', { exact: true }).all()) await button.click()
}

for (const [where, viewport, theme] of [
  ['desktop', DESKTOP, 'dark'],
  ['phone', PHONE, 'light'],
] as const) {
  test.describe(() => {
    test.use({ viewport })
    test(`${where}: no axe violations in both themes, collapsed and expanded, with the demo labeled`, async ({
      page,
    }) => {
      test.slow()
      await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
      // The short range has the same parts with fewer cells for axe to check.
      await page.goto('/?range=7')
      await chartsDrawn(page)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await expect(page.getByText('DEMO', { exact: true }).filter({ visible: true })).toBeInViewport()
      await expectNothingForAxe(page, 'closed')
      await openEverything(page)
      await expectNothingForAxe(page, 'with everything open')
    })
  })
}

test('no width scrolls horizontally, whatever is expanded', async ({ page }) => {
  await page.goto('/')
  await chartsDrawn(page)
  for (const opened of [false, true]) {
    if (opened) await openEverything(page)
    for (const width of [320, 390, 768, 1440, 3840]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoHorizontalScroll(page, `${width} px, ${opened ? 'everything open' : 'closed'}`)
    }
  }
})

test.describe('at 200 % zoom', () => {
  // The layout size of a 1440 × 900 window at 200 % zoom.
  test.use({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 })

  test('everything is visible and nothing is cut off', async ({ page }) => {
    await page.goto('/')
    await chartsDrawn(page)
    await expectNoHorizontalScroll(page, 'at 200 %')
    const cut = await page.getByRole('main').evaluate((main) =>
      [...main.querySelectorAll('h1, h2, dt, dd, b')]
        .filter(
          (element) => element.closest('.sr-only') === null && element.scrollWidth > element.clientWidth + 1,
        )
        .filter((element) => getComputedStyle(element).display !== 'inline')
        .map((element) => element.textContent),
    )
    expect(cut).toEqual([])
  })
})

for (const viewport of [DESKTOP, PHONE]) {
  test.describe(() => {
    test.use({ viewport })
    test(`at ${viewport.width} px the layout does not shift while the page and its charts load`, async ({
      page,
    }) => {
      await watchShift(page)
      await page.goto('/')
      await chartsDrawn(page)
      await page.waitForLoadState('networkidle')
      expect(await shiftOf(page)).toBeLessThan(0.01)
    })
  })
}

test('the first load has at most 170 KB of JavaScript', async ({ lab }) => {
  expect(await firstLoadBytes(lab, '/')).toBeLessThanOrEqual(FIRST_LOAD_LIMIT_BYTES)
})

test('with reduced motion nothing is animated', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await chartsDrawn(page)
  await page.getByRole('button', { name: /^Home: main/ }).click()
  const moving = await page.evaluate(() => {
    const longest = (durations: string) =>
      Math.max(
        ...durations.split(',').map((text) => Number.parseFloat(text) * (text.includes('ms') ? 1 : 1000)),
      )
    return [...document.querySelectorAll('*')]
      .map((element) => getComputedStyle(element))
      .filter((style) => longest(style.transitionDuration) > 1 || longest(style.animationDuration) > 1).length
  })
  expect(moving).toBe(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the numbers are rendered', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/in this home|This disk/)
    await expect(page.getByText('887', { exact: true })).toBeVisible()
    expect(await tileOf(page, 'Open sessions')).toEqual(['887of3,049', '861leaked,26live'])
    await expect(page.getByRole('table', { name: /^Tokens by UTC day/ })).toBeVisible()
    await findingsOf(page).getByText('Show', { exact: true }).first().click()
    await expect(findingsOf(page).getByRole('listitem').nth(1)).toBeVisible()
  })
})
