/** Metrics and the overview show the same rows, right after a run and after rows were removed by Hermes. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { HOUR_MS, SECOND_MS } from '../../shared/time.ts'
import { type CleanLab, cleanLab, dataBeside, stepsOf } from '../../testing/clean-lab.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { write } from '../../testing/watch/watch-lab.ts'
import { HomeMemory } from '../observe/home-memory.ts'
import { HomeObserver } from '../observe/home-observer.ts'
import { readMetrics } from './read-metrics.ts'

const clock = { atMs: 0, elapsedMs: 0 }
let temp: TempHome
let lab: CleanLab
let home: HomeObserver
beforeEach(async () => {
  temp = tempHome()
  Object.assign(clock, { atMs: Date.now(), elapsedMs: 0 })
  smallHome(temp.path, 'nov', clock.atMs, { checkpoints: [] })
  lab = cleanLab(temp.path, dataBeside(temp.path), () => clock.atMs)
  home = new HomeObserver(lab.home, new HomeMemory(lab.store, temp.path), {
    store: lab.store,
    readOnly: false,
    clock: () => clock.atMs,
    elapsed: () => clock.elapsedMs,
  })
  await home.observe()
  pass(SECOND_MS)
  home.sampler.takeSample()
})
afterEach(() => {
  home.stop()
  lab.store.close()
  temp.cleanup()
})

function pass(ms: number): void {
  clock.atMs += ms
  clock.elapsedMs += ms
}

const rowsOf = async () => {
  const { sessions, tokens } = await readMetrics(home, null, lab.tools)
  return { ...sessions, input: tokens?.input }
}

async function overviewRows() {
  const { sessions, tokens } = (await home.observe()).overview
  return { total: sessions?.total, open: sessions?.open, leaked: sessions?.leaked, input: tokens?.input }
}

it.each(['prune-sessions', 'close-leaked'] as const)(
  'right after a run of %s, without a sample or a visitor in between',
  async (action) => {
    const before = await rowsOf()
    const plan = await lab.plan(stepsOf(action), 'trash')
    // Longer than the pause after the longest read.
    pass(10 * SECOND_MS)
    expect((await lab.run(plan)).done).toBeGreaterThan(2)
    const after = await rowsOf()
    expect(after).not.toEqual(before)
    expect(after).toEqual(await overviewRows())
    pass(10 * SECOND_MS)
    home.sampler.takeSample()
    expect(await rowsOf()).toEqual(after)
  },
)

it('after a prune by Hermes that a visitor saw before the next sample', async () => {
  pass(10 * SECOND_MS)
  write(temp.path, (db) => {
    db.exec(
      `DELETE FROM messages WHERE session_id = 'ended_idle'; DELETE FROM sessions WHERE id = 'ended_idle'`,
    )
  })
  const seen = await overviewRows()
  expect(await rowsOf()).toEqual(seen)
})

it('a sample newer than the observation counts, so that metrics need no visitor', async () => {
  const { total } = await rowsOf()
  write(temp.path, (db) => {
    db.exec(
      `DELETE FROM messages WHERE session_id = 'ended_idle'; DELETE FROM sessions WHERE id = 'ended_idle'`,
    )
  })
  pass(HOUR_MS)
  home.sampler.takeSample()
  expect((await rowsOf()).total).toBe((total ?? 0) - 1)
})
