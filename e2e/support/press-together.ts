/** Presses keys in one moment. */
import type { Page } from '@playwright/test'

type PressKeys = (...keys: readonly string[]) => Promise<void>

/**
 * All keys carry the time of this call. `page.keyboard` waits until the page has handled a key, and stamps the next one
 * only then, so on a busy machine a sequence takes longer than a page waits for it.
 */
export async function pressTogether(page: Page): Promise<PressKeys> {
  const browser = await page.context().newCDPSession(page)
  const timestamp = Date.now() / 1_000
  return async (...keys) => {
    for (const key of keys) {
      await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key, timestamp })
      await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp })
    }
  }
}
