import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Charts and lists that lay themselves by script follow the window a moment later; then the page is no wider than it. */
export async function expectNoHorizontalScroll(page: Page, where: string): Promise<void> {
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(excess, where).toBeLessThanOrEqual(0)
}
