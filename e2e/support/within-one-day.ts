import type { Page } from '@playwright/test'
import { DAY_MS } from '../../lib/shared/time.ts'

const todayMs = (): number => Math.floor(Date.now() / DAY_MS) * DAY_MS

/** The start of the UTC day on which the server rendered the page. Opens it again if that day ended meanwhile. */
export async function openWithinOneDay(page: Page, address: string): Promise<number> {
  const dayMs = todayMs()
  await page.goto(address)
  return dayMs === todayMs() ? dayMs : openWithinOneDay(page, address)
}
