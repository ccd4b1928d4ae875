/** A silent outage on real files: the gateway's state changes, turns end, and no row is written. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createDetector } from '../../domain/watch/detector.ts'
import { DEFAULT_LIMITS } from '../../domain/watch/limits/limits.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import { say, watchHome, watchLab, write } from '../../testing/watch/watch-lab.ts'

const lab = watchLab()
afterEach(() => lab.temp.cleanup())

const EVERY_MS = 10_000

/** What the detector reports after each sample, with a turn starting and ending every two minutes. */
function watchFor(minutes: number, writesRows: boolean): string[][] {
  const { path } = lab.make([{ id: 'chat', source: 'telegram', messages: 2 }])
  const { takeSample, clock } = watchHome(path)
  const detector = createDetector()
  writeFileSync(join(path, 'gateway.pid'), JSON.stringify({ pid: process.pid }))
  const tell = (agents: number) =>
    writeFileSync(
      join(path, 'gateway_state.json'),
      JSON.stringify({ gateway_state: 'running', active_agents: agents, updated_at: clock.atMs }),
    )
  tell(0)
  write(path, (db) => say(db, 'chat', clock.atMs))
  const seen: string[][] = []
  for (let ms = 0; ms < minutes * MINUTE_MS; ms += EVERY_MS) {
    if (ms % MINUTE_MS === 0) {
      const begins = (ms / MINUTE_MS) % 2 === 0
      tell(begins ? 1 : 0)
      if (!begins && writesRows) write(path, (db) => say(db, 'chat', clock.atMs))
    }
    const sightings = detector.detect(takeSample(EVERY_MS), DEFAULT_LIMITS)
    seen.push(sightings.flatMap(({ kind, keepsOnly }) => (keepsOnly ? [] : [kind])))
  }
  return seen
}

it('turns that end without a row are reported as a frozen newest row within 15 minutes', () => {
  const seen = watchFor(15, false)
  expect(seen.at(-1)).toEqual(['newest-row-frozen'])
  // Not before three turns and ten minutes.
  expect(seen.slice(0, 60).flat()).toEqual([])
})

it('the same gateway with its rows written is not reported', () => {
  expect(watchFor(15, true).flat()).toEqual([])
})
