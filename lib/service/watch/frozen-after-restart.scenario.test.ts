/** A silent outage survives a restart: earlier samples count, and one new row ends it. */
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { openStore } from '../../store/open-store.ts'
import { burn, say, watchLab, write } from '../../testing/watch/watch-lab.ts'
import { HomeMemory } from '../observe/home-memory.ts'
import { HomeObserver } from '../observe/home-observer.ts'

const lab = watchLab()
const opened = openStore(join(lab.temp.root, 'data'))
if (!opened.ok) throw new Error(opened.fault.detail)
const store = opened.value
afterAll(() => {
  store.close()
  lab.temp.cleanup()
})

const SAMPLE_EVERY_MS = 30 * SECOND_MS
const clock = { atMs: Date.now(), elapsedMs: 0 }
const { path } = lab.make([{ id: 'chat', source: 'telegram', messages: 2 }])

const start = () =>
  new HomeObserver(
    { id: 'main', label: 'main', path, profile: null, root: path, demo: false },
    new HomeMemory(store, path, () => clock.elapsedMs),
    { store, readOnly: true, clock: () => clock.atMs, elapsed: () => clock.elapsedMs },
  )

/** A model call every three minutes that is counted but writes no row. */
function sampleFor(home: HomeObserver, minutes: number): string[] {
  for (let ms = 0; ms < minutes * MINUTE_MS; ms += SAMPLE_EVERY_MS) {
    clock.atMs += SAMPLE_EVERY_MS
    clock.elapsedMs += SAMPLE_EVERY_MS
    if (ms % (3 * MINUTE_MS) === 0) write(path, (db) => burn(db, 'chat', 900))
    home.sampler.takeSample()
  }
  return home.incidents.registry.open.map(({ kind }) => kind)
}

const writeRow = () => write(path, (db) => say(db, 'chat', clock.atMs))

it('the 45 minutes include the time before a restart, and a new row ends them', () => {
  const first = start()
  first.sampler.takeSample()
  writeRow()
  expect(sampleFor(first, 40)).toEqual([])
  clock.atMs += 3 * MINUTE_MS
  const second = start()
  expect(sampleFor(second, 3)).toEqual([])
  expect(sampleFor(second, 4)).toEqual(['newest-row-frozen'])
  expect(second.incidents.registry.open[0]?.timeline[0]?.words).toMatch(
    /^Tokens were counted in 1\d minutes since the last row\. The newest row is 4\d min old\.$/,
  )
  writeRow()
  expect(sampleFor(second, 2)).toEqual([])
  expect(sampleFor(start(), 3)).toEqual([])
})
