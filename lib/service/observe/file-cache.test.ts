/** Git's progress over the shared store is reported while it runs, not only at its end. */
import { setImmediate } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import type { HomeRef } from '../../domain/home/home.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { FileCache } from './file-cache.ts'

const temp = tempHome()
afterAll(temp.cleanup)

it('projects are reported one by one', async () => {
  const { path, checkpointIds } = smallHome(temp.path, 'nov', Date.now())
  const home: HomeRef = { id: 'main', label: 'main', path, profile: null, root: path, demo: false }
  const cache = new FileCache(home, {
    clock: Date.now,
    cache: null,
    onWalked: () => undefined,
    onMeasured: () => undefined,
  })
  await cache.walk(true)
  const ids = [...checkpointIds.values()]
  const seen = new Set<number>()
  expect(cache.measuring).toBe(true)
  while (cache.measuring) {
    seen.add(ids.filter((id) => cache.isMeasuredThisTime(id)).length)
    await setImmediate()
  }
  const all = ids.filter((id) => cache.isMeasuredThisTime(id)).length
  expect(all).toBeGreaterThan(2)
  expect([...seen].sort((a, b) => a - b).slice(0, all)).toEqual(
    Array.from({ length: all }, (_, done) => done),
  )
})
