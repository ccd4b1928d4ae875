/** How far things moved while a page arrived, as the browser itself scores it. */
import type { Page } from '@playwright/test'

export const watchShift = (page: Page) =>
  page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) seen.shift += Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The browser tells of a shift a frame or two after it. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((told) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => told(Number(Reflect.get(window, 'seen').shift)))),
        ),
      ),
  )
