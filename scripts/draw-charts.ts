/** Scrolls every chart of a page into view, because charts are drawn only then, and returns to the top. */
import type { Page } from '@playwright/test'

export async function drawCharts(page: Page): Promise<void> {
  for (const place of await page.locator('[data-when-seen]').all()) {
    await place.scrollIntoViewIfNeeded()
    await place.locator('.recharts-surface').first().waitFor()
  }
  await page.evaluate(() => window.scrollTo(0, 0))
}
