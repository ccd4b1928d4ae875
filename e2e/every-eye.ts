/** The open page in dark and light, on a desktop and a phone: nothing for axe to find, nothing to scroll sideways. */
import type { Page } from '@playwright/test'
import { axeOn } from './axe.ts'
import { expect, test } from './fixtures.ts'

const DESKTOP = 1440
const PHONE = 390
const WIDTHS = [320, PHONE, 768, 1_152, DESKTOP, 3_840]

export async function expectEveryEye(page: Page): Promise<void> {
  // Axe looks at every cell, and other work on the machine makes it slow.
  test.slow()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(excess, `${width} px`).toBeLessThanOrEqual(0)
    if (width !== PHONE && width !== DESKTOP) continue
    for (const theme of ['dark', 'light'] as const) {
      await page.locator('html').evaluate((html, chosen) => html.setAttribute('data-theme', chosen), theme)
      const axe = axeOn(page)
      // Themes differ in their colours alone, so the second look is at those.
      const { violations } = await (theme === 'light' ? axe.withRules(['color-contrast']) : axe).analyze()
      expect(violations, `${width} px, ${theme}`).toEqual([])
    }
  }
}
