/** An incident on a server without visitors: its offered plans come from a snapshot read when it opened. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { makeHome } from '../../testing/make-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { anIncident } from '../../testing/watch/incidents.ts'
import { HomeObserver } from '../observe/home-observer.ts'

const temp = tempHome()
afterAll(temp.cleanup)

it('a plan is offered at once, even if no page was ever opened', async () => {
  const clock = { atMs: Date.now(), elapsedMs: 0 }
  const { path, sessionsPath } = makeHome({
    path: temp.path,
    era: 'aug',
    nowMs: clock.atMs,
    sessions: [{ id: 'a' }],
  })
  mkdirSync(sessionsPath, { recursive: true })
  writeFileSync(join(sessionsPath, 'session_20260101_080002_0rphan.json'), '{}'.padEnd(9_000))
  const home = new HomeObserver(
    { id: 'main', label: 'main', path, profile: null, root: path, demo: false },
    'no memory in this test',
    { readOnly: true, clock: () => clock.atMs, elapsed: () => clock.elapsedMs },
  )
  await home.keepUp()
  clock.atMs += DAY_MS
  clock.elapsedMs += 5 * SECOND_MS
  home.sampler.takeSample()
  const { safe } = home.incidents.adviceOn(
    anIncident({ kind: 'disk-filling', subject: '', openedMs: clock.atMs }),
  ) ?? { safe: [] }
  expect(safe).toContainEqual({
    kind: 'plan',
    label: 'Preview: files without a session',
    finding: 'orphan-files',
  })
  const snapshot = home.lastKnown()
  clock.atMs += 30 * MINUTE_MS
  home.incidents.adviceOn(anIncident({ kind: 'disk-filling', subject: '', openedMs: clock.atMs - DAY_MS }))
  // A snapshot read after it opened is not read again with every sample.
  expect(home.incidents.adviceOn(anIncident({ openedMs: 1 }))).not.toBeNull()
  clock.atMs -= 30 * MINUTE_MS
  expect(home.lastKnown()).toBe(snapshot)
  home.stop()
})
