/** How long the webhook waits between tries, with the test's clock and randomness against a real server. */
import { afterEach, expect, it } from 'vitest'
import { HOUR_MS, SECOND_MS } from '../../shared/time.ts'
import { type HookServer, hookServer } from '../../testing/processes/hook-server.ts'
import { anIncident } from '../../testing/watch/incidents.ts'
import { WebhookSender } from './webhook.ts'

let hook: HookServer
afterEach(() => hook.stop())

/** Delivers one event until it is settled. Returns the pauses in seconds, the reports, and the total time. */
async function deliverUntilSettled(random: () => number, answersAt: number) {
  hook = await hookServer((response, no) => {
    response.writeHead(no + 1 === answersAt ? 200 : 503).end()
  })
  const startMs = Date.now()
  let nowMs = startMs
  const pauses: number[] = []
  const said = await new Promise<string[]>((resolve) => {
    const messages: string[] = []
    const sender = new WebhookSender(
      { url: hook.url, secret: null, version: '0' },
      {
        home: { id: 'main', label: 'main', path: '/h', profile: null, root: '/h', demo: false },
        store: null,
        clock: () => nowMs,
        random,
        // No real waiting: the clock advances by the pause and the work runs.
        later: (work, afterMs) => {
          pauses.push(afterMs / SECOND_MS)
          nowMs += afterMs
          const turn = setImmediate(work)
          return () => clearImmediate(turn)
        },
        onDeliveryReport: ({ words }) => {
          messages.push(words)
          if (messages.length < 2) return
          sender.stop()
          resolve(messages)
        },
      },
    )
    sender.queue(anIncident(), 'opened')
  })
  return { pauses, said, tries: hook.received.length, tookMs: nowMs - startMs }
}

it('5 s, doubling each time up to ten minutes, then given up and reported after thirteen tries', async () => {
  const { pauses, said, tries, tookMs } = await deliverUntilSettled(() => 0.5, Number.POSITIVE_INFINITY)
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600, 600, 600, 600])
  expect(tries).toBe(13)
  expect(said[0]).toMatch(/^The webhook was not told yet that it opened: .*Tried again in 5 s\.$/)
  expect(said[1]).toMatch(/^The webhook was never told that it opened, after 13 tries: /)
  expect(tookMs).toBeGreaterThan(HOUR_MS)
})

it.each([
  ['shorter', 0, [3.75, 7.5, 15]],
  ['longer', 1, [6.25, 12.5, 25]],
])('by chance a quarter %s at most, and a try that is answered is the last', async (_, chance, expected) => {
  const { pauses, said, tries } = await deliverUntilSettled(() => chance, 4)
  expect(pauses).toEqual(expected)
  expect(tries).toBe(4)
  expect(said[1]).toBe('The webhook was told that it opened, at try 4.')
})
