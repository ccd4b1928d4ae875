/**
 * The path from a growing file to the detector: the next sample has a walk's result with the walk's own time.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { makeHome } from '../../testing/make-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { HomeObserver } from '../observe/home-observer.ts'

const temp = tempHome()
afterAll(temp.cleanup)

it('the sample after a walk includes its result, however recently the slow signs were read', async () => {
  const clock = { atMs: Date.now(), elapsedMs: 0 }
  const pass = (ms: number) => {
    clock.atMs += ms
    clock.elapsedMs += ms
  }
  const { path } = makeHome({ path: temp.path, era: 'aug', nowMs: clock.atMs, sessions: [{ id: 'a' }] })
  const log = join(path, 'logs', 'agent.log')
  mkdirSync(join(path, 'logs'), { recursive: true })
  appendFileSync(log, Buffer.alloc(100_000))
  const home = new HomeObserver(
    { id: 'main', label: 'main', path, profile: null, root: path, demo: false },
    'no memory in this test',
    { readOnly: true, clock: () => clock.atMs, elapsed: () => clock.elapsedMs },
  )
  const heavyNow = () => {
    home.sampler.takeSample()
    return home.incidents.last?.sample.heavy ?? null
  }
  await home.keepUp()
  const first = heavyNow()
  expect(first).toMatchObject({ atMs: clock.atMs, filesAtMs: clock.atMs })
  // Read just before the next walk is due, whose result must not wait another 15 minutes.
  pass(15 * MINUTE_MS)
  const before = heavyNow()
  expect(before?.filesAtMs).toBe(first?.filesAtMs)
  appendFileSync(log, Buffer.alloc(5_000_000))
  pass(5 * SECOND_MS)
  await home.keepUp()
  const after = heavyNow()
  expect(after?.filesAtMs).toBe(clock.atMs)
  expect((after?.logBytes ?? 0) - (before?.logBytes ?? 0)).toBeGreaterThan(4_000_000)
  home.stop()
})
