import { afterEach, expect, it } from 'vitest'
import type { Detection } from '../../domain/watch/incidents/incident.ts'
import { SECOND_MS } from '../../shared/time.ts'
import { captureLog } from '../../testing/capture-log.ts'
import { hookServer } from '../../testing/processes/hook-server.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { aDetection } from '../../testing/watch/incidents.ts'
import { aSample } from '../../testing/watch/light-samples.ts'
import { IncidentTracker } from './incident-tracker.ts'

const temp = tempHome()
let tracker: IncidentTracker
let seen: Detection[] = []
let nowMs = Date.UTC(2026, 10, 18, 12)
afterEach(() => tracker.stop())

function track(url: string, secret: string): IncidentTracker {
  const home = { id: 'main', label: 'main', path: temp.path, profile: null, root: temp.path, demo: false }
  return new IncidentTracker(home, null, {
    webhook: { url, secret, version: '0' },
    detector: { detect: () => seen, trackedCount: () => 0 },
    webhookTimes: { firstPauseMs: 1, longestPauseMs: 1, mostTries: 3 },
  })
}

function sampleUntil(isReached: () => boolean): void {
  for (let samples = 0; samples < 2_000 && !isReached(); samples += 1) {
    nowMs += 5 * SECOND_MS
    tracker.addSample(aSample({ atMs: nowMs }))
  }
}

it('an incident and its notifications are logged once each', async () => {
  const hook = await hookServer()
  const lines = captureLog()
  tracker = track(hook.url, 'x'.repeat(24))
  seen = [aDetection()]
  sampleUntil(() => tracker.registry.open.length === 1)
  seen = [aDetection({ level: 'critical' })]
  sampleUntil(() => tracker.registry.open[0]?.level === 'critical')
  seen = []
  sampleUntil(() => tracker.registry.open.length === 0)
  const delivered = () => lines().filter(({ message }) => message === 'webhook delivered')
  await expect.poll(delivered).toHaveLength(3)
  await hook.stop()
  expect(delivered().map(({ event }) => event)).toEqual(['opened', 'escalated', 'closed'])
  const incidents = lines().filter(({ message }) => String(message).startsWith('incident'))
  expect(incidents).toMatchObject([
    { level: 'warn', message: 'incident opened', home: 'main', kind: 'runaway-session', severity: 'warn' },
    { level: 'warn', message: 'incident escalated', severity: 'critical' },
    { level: 'info', message: 'incident closed' },
  ])
})

it('a webhook that never answers is logged at its first failure and when it is given up, without its address', async () => {
  const hook = await hookServer((response) => response.destroy())
  const lines = captureLog()
  tracker = track(`${hook.url}/planted-key`, 'planted-secret-of-a-webhook')
  seen = [aDetection()]
  sampleUntil(() => tracker.registry.open.length === 1)
  await expect.poll(() => lines().map(({ message }) => message)).toContain('webhook given up')
  await hook.stop()
  expect(lines()).toMatchObject([
    { message: 'incident opened' },
    { level: 'warn', message: 'webhook not delivered, retrying', event: 'opened', tries: 1 },
    { level: 'error', message: 'webhook given up', event: 'opened', tries: 3 },
  ])
  expect(JSON.stringify(lines())).not.toMatch(/planted|127\.0\.0\.1/)
})
