/** Delays the response of a page and finds what is shown meanwhile. */
import type { Locator, Page } from '@playwright/test'

export async function holdBack(page: Page, isHeld: (url: URL) => boolean): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(isHeld, async (route) => {
    await held.promise
    await route.fallback()
  })
  return held.resolve
}

/** The page stays as it was loaded. */
export const stopRefreshing = (page: Page) => holdBack(page, ({ searchParams }) => searchParams.has('_rsc'))

export const outlineOf = (page: Page): Locator => page.locator('main > [data-outline]')

export const statusMessage = (page: Page, words: string): Locator =>
  page.getByRole('status').filter({ hasText: words })
