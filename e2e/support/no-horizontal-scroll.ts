import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Polls, because charts and lists sized by script follow the window with a delay. */
export async function expectNoHorizontalScroll(page: Page, where: string): Promise<void> {
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(excess, where).toBeLessThanOrEqual(0)
}
