/** The Watch board's connection status, and the sample that the board shows. */
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const liveStatus = (page: Page): Locator => page.locator('[data-live]:visible')

/** When the shown sample was taken, by the server's clock. */
export const shownSampleMs = async (page: Page): Promise<number> =>
  Number(await liveStatus(page).getAttribute('data-sampled-ms'))

/** Waits until the tab has received another sample. */
export async function nextSample(page: Page): Promise<void> {
  const beforeMs = await shownSampleMs(page)
  await expect.poll(() => shownSampleMs(page)).toBeGreaterThan(beforeMs)
}
