/** Checks the open page in both themes, on desktop and phone: no axe violations, no horizontal scroll. */
import type { Page } from '@playwright/test'
import { expectNothingForAxe } from './axe.ts'
import { test } from './fixtures.ts'
import { expectNoHorizontalScroll } from './no-horizontal-scroll.ts'

const DESKTOP = 1440
const PHONE = 390
const WIDTHS = [320, PHONE, 768, 1_152, DESKTOP, 3_840]

/** The overview's spec checks the navigation, so other specs may pass only their own part. */
export async function expectEveryViewport(page: Page, part = 'html'): Promise<void> {
  // Axe checks every cell and is slow on a busy machine.
  test.slow()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoHorizontalScroll(page, `${width} px`)
    if (width === PHONE || width === DESKTOP) await expectNothingForAxe(page, `${width} px`, part)
  }
}
