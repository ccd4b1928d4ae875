/** Axe over the open page. Only violations are reported: describing what passes takes most of its time. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Without its walk through frames, which needs a second page each time: there are none here. The numbers of a chart are
 * checked where they are shown (e2e/specs/overview-reach.spec.ts): every one is the same table, of up to a thousand cells.
 */
export const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .exclude('section.sr-only')

/** The open page, or one part of it, as it stands: no violations in either theme. */
export async function expectNothingForAxe(page: Page, where: string, part = 'html'): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.locator('html').evaluate((html, chosen) => html.setAttribute('data-theme', chosen), theme)
    const axe = axeOn(page).include(part)
    // Themes differ in their colours alone, so the second run checks those alone.
    const { violations } = await (theme === 'light' ? axe.withRules(['color-contrast']) : axe).analyze()
    expect(violations, `${where}, ${theme}`).toEqual([])
  }
}
