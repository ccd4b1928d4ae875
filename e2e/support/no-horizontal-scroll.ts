import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Polls, because charts and lists sized by script follow the window with a delay. A failure names what is too wide. */
export async function expectNoHorizontalScroll(page: Page, where: string): Promise<void> {
  const tooWide = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth <= clientWidth) return []
      const rightOf = (element: Element) => element.getBoundingClientRect().right + window.scrollX
      const describe = (element: Element) =>
        `${element.tagName} ${element.getAttribute('class') ?? ''} "${(element.textContent ?? '').slice(0, 60)}" ends at ${rightOf(element)}`
      // What a scrolling or clipping ancestor cuts off does not widen the page.
      const isCut = (element: Element): boolean =>
        element.parentElement !== null &&
        element.parentElement !== document.body &&
        (getComputedStyle(element.parentElement).overflowX !== 'visible' || isCut(element.parentElement))
      const widest = [...document.querySelectorAll('body *')].filter(
        (element) => rightOf(element) > clientWidth && !isCut(element),
      )
      return [`${scrollWidth} of ${clientWidth} px`, ...widest.slice(-5).map(describe)]
    })
  await expect.poll(tooWide, where).toEqual([])
}
