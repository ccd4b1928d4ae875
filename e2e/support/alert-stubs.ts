/** Replaces the notification and audio APIs, which a headless browser lacks, and records calls. */
import type { Page } from '@playwright/test'

type Alerts = {
  readonly notifications: readonly { readonly title: string; readonly body: string }[]
  readonly tones: number
}

/** Call before opening the page. `heardAtOnce`: the browser allows sound without a click. */
export async function stubAlerts(page: Page, heardAtOnce: boolean): Promise<void> {
  await page.addInitScript((isHeard) => {
    const alerts = { notifications: [] as { title: string; body: string }[], tones: 0 }
    let mayWake = isHeard
    window.addEventListener('pointerdown', () => (mayWake = true), true)
    class StubNotification {
      static readonly permission = 'granted'
      static readonly requestPermission = () => Promise.resolve('granted')
      constructor(title: string, { body }: { body: string }) {
        alerts.notifications.push({ title, body })
      }
    }
    class StubAudio {
      state = 'suspended'
      readonly currentTime = 0
      readonly destination = {}
      resume(): Promise<void> {
        if (!mayWake) return new Promise(() => {})
        this.state = 'running'
        return Promise.resolve()
      }
      createGain() {
        return {
          gain: { setValueAtTime() {}, linearRampToValueAtTime() {} },
          connect: (next: object) => next,
        }
      }
      createOscillator() {
        const start = () => (alerts.tones += 1)
        return { frequency: { value: 0 }, connect: (next: object) => next, start, stop() {} }
      }
    }
    Object.assign(window, { alerts, Notification: StubNotification, AudioContext: StubAudio })
    localStorage.setItem('steward-watch-alerts', JSON.stringify({ notify: true, sound: true }))
  }, heardAtOnce)
}

export const alertsOf = (page: Page): Promise<Alerts> => page.evaluate(() => Reflect.get(window, 'alerts'))
