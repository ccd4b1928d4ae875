/** The layout shift while a page loads, as scored by the browser. */
import type { Page } from '@playwright/test'

/** With an empty cache, so that fonts and styles load as on a first visit. */
export async function watchShift(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.clearBrowserCache')
  await browser.detach()
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) seen.shift += Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The browser reports a shift one or two frames later. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => resolve(Number(Reflect.get(window, 'seen').shift)))),
        ),
      ),
  )
