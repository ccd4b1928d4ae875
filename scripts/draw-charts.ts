/** Charts are drawn when they come into sight: shows each of an open page once, and goes back to its top. */
import type { Page } from '@playwright/test'

export async function drawCharts(page: Page): Promise<void> {
  for (const place of await page.locator('[data-when-seen]').all()) {
    await place.scrollIntoViewIfNeeded()
    await place.locator('.recharts-surface').first().waitFor()
  }
  await page.evaluate(() => window.scrollTo(0, 0))
}
