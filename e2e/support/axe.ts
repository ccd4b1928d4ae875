/**
 * Runs axe on the open page. Only violations are reported, because describing passes takes most of its time.
 */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Skips frames, which would need a second page each time, because there are none. The tables behind charts,
 * up to a thousand cells, are only checked where they are shown (e2e/specs/overview-reach.spec.ts).
 */
export const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .exclude('section.sr-only')

/** The open page, or one part of it, has no violations in either theme. */
export async function expectNothingForAxe(page: Page, where: string, part = 'html'): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.locator('html').evaluate((html, chosen) => html.setAttribute('data-theme', chosen), theme)
    const axe = axeOn(page).include(part)
    // Themes differ only in colors, so the second run checks only those.
    const { violations } = await (theme === 'light' ? axe.withRules(['color-contrast']) : axe).analyze()
    expect(violations, `${where}, ${theme}`).toEqual([])
  }
}
