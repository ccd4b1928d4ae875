/** One row of a test table: what happens for how long, and what is reported when. */
import type { WatchLimits } from '../../domain/watch/limits/limits.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import { play } from './field-incidents.ts'
import { incidentLog } from './replay.ts'
import { createWorld, type Doing, STEP_MS, type World } from './world.ts'

/** What happens before each sample. */
export type Act = Parameters<typeof play>[0]
export type Case = readonly [
  name: string,
  act: Act,
  forMs: number,
  afterMs: number,
  expected: readonly string[],
]

export const reported = ([, act, forMs, after]: Case, limits?: WatchLimits, world?: World): string[] =>
  incidentLog(play(act, forMs, { after, ...(world === undefined ? {} : { world }) }), limits)

export const doing =
  (what: Readonly<Record<string, Doing>>, everyMs = STEP_MS): Act =>
  (_, atMs) =>
    atMs % everyMs === 0 ? { doing: what } : undefined

export const tokens = (perMinute: number, everyMs = STEP_MS) => ({ input: (perMinute * everyMs) / MINUTE_MS })

/** What the heavy samples contain. */
export function heavyOf(world: World = createWorld()): NonNullable<World['heavy']> {
  if (world.heavy === null) throw new Error('a made world has heavy samples')
  return world.heavy
}
