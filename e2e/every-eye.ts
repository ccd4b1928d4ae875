/** One page in dark and light, on a desktop and a phone: nothing for axe to find, nothing to scroll sideways. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { expect, type Lab } from './fixtures.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const

export async function expectEveryEye(
  browser: Browser,
  lab: Lab,
  address: string,
  ready: (page: Page) => Promise<void>,
): Promise<void> {
  for (const viewport of SIZES) {
    for (const theme of ['dark', 'light'] as const) {
      const context = await browser.newContext({ viewport, baseURL: lab.server.url })
      await context.addCookies([lab.cookie])
      await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
      const page = await context.newPage()
      await page.goto(address)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await ready(page)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations, `${address}, ${viewport.width} px, ${theme}`).toEqual([])
      for (const width of viewport.width > 800 ? [3840, viewport.width] : [320, viewport.width]) {
        await page.setViewportSize({ width, height: viewport.height })
        const excess = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(excess, `${address} at ${width} px`).toBeLessThanOrEqual(0)
      }
      await context.close()
    }
  }
}
