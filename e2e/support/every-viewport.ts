/** The open page in dark and light, on a desktop and a phone: nothing for axe to find, nothing to scroll sideways. */
import type { Page } from '@playwright/test'
import { expectNothingForAxe } from './axe.ts'
import { test } from './fixtures.ts'
import { expectNoHorizontalScroll } from './no-horizontal-scroll.ts'

const DESKTOP = 1440
const PHONE = 390
const WIDTHS = [320, PHONE, 768, 1_152, DESKTOP, 3_840]

/** What stands around a page is the overview's to prove, so others may name their own part. */
export async function expectEveryViewport(page: Page, part = 'html'): Promise<void> {
  // Axe checks every cell, and other work on the machine makes it slow.
  test.slow()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoHorizontalScroll(page, `${width} px`)
    if (width === PHONE || width === DESKTOP) await expectNothingForAxe(page, `${width} px`, part)
  }
}
