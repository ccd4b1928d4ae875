/** Real incidents rebuilt from their numbers, in five-second samples. Each starts after fifteen quiet minutes. */
import type { LightSample } from '../../domain/watch/light-sample.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { createWorld, type Doing, type Passing, STEP_MS, takeSample, type World } from './world.ts'

export type Played = {
  readonly sample: LightSample // Since the problem started; negative before.
  readonly sinceMs: number
}

const QUIET_MS = 15 * MINUTE_MS

/** A problem for a while, then quiet again. `act` runs before each sample. */
export function* play(
  act: (world: World, atMs: number, stepMs: number) => Passing | undefined,
  forMs: number,
  { world = createWorld(), after = 0 }: { readonly world?: World; readonly after?: number } = {},
): Generator<Played> {
  yield { sample: takeSample(world, { isGap: true }), sinceMs: -QUIET_MS }
  for (let atMs = -QUIET_MS + STEP_MS; atMs <= forMs + after; atMs += STEP_MS) {
    const passing = atMs > 0 && atMs <= forMs ? act(world, atMs, STEP_MS) : { doing: talk(atMs) }
    yield { sample: takeSample(world, passing), sinceMs: atMs }
  }
}

/** A message every other minute, so that rows arrive. */
export const talk = (atMs: number): Readonly<Record<string, Doing>> =>
  atMs % (2 * MINUTE_MS) === 0
    ? {
        chat: {
          source: 'cli',
          messages: 2,
          userMessages: 1,
          tokens: { input: 60, output: 20, cacheRead: 4_600 },
        },
      }
    : {}

/** 22 M tokens in 2 h by one cron run: a call every ten seconds, nearly all of it cache. */
export const tokenBurn = () =>
  play(burnBy(22_000_000, 2 * HOUR_MS, 10 * SECOND_MS), 2 * HOUR_MS, { after: 10 * MINUTE_MS })

/** 4.04 M tokens in 77 min: barely above 50 K a minute, a call every 25 seconds. */
export const slowBurn = () =>
  play(burnBy(4_040_000, 77 * MINUTE_MS, 25 * SECOND_MS), 77 * MINUTE_MS, { after: 10 * MINUTE_MS })

const BURNING = 'cron_7c2e90d4ab11_20261109_001500'

const burnBy = (tokens: number, overMs: number, everyMs: number) => (_: World, atMs: number) => {
  if (atMs % everyMs !== 0) return undefined
  const call = (tokens * everyMs) / overMs
  return {
    doing: {
      [BURNING]: {
        source: 'cron',
        title: 'inbox-triage',
        cronJobId: '7c2e90d4ab11',
        apiCalls: 1,
        messages: 2,
        toolCalls: 1,
        tokens: { input: call * 0.05, output: call * 0.02, cacheRead: call * 0.93 },
      },
    },
  }
}

/** 602 messages in 107 s, 209 tool iterations without a person, at a negligible price. */
export const messageStorm = ({ repeats = false } = {}) =>
  play(
    (_, atMs, stepMs) => {
      const share = (ms: number, of: number) =>
        Math.round((Math.min(Math.max(ms, 0), 107_000) / 107_000) * of)
      const messages = share(atMs, 602) - share(atMs - stepMs, 602)
      const iterations = share(atMs, 209)
      return messages === 0
        ? undefined
        : {
            doing: {
              storm: {
                messages,
                toolCalls: iterations - share(atMs - stepMs, 209),
                iterationsSinceUser: iterations,
                repeats: repeats ? iterations : 0,
                repeatedCall: repeats ? 'read_file {"path":"notes.md"}' : null,
                tokens: { input: 40 * messages },
              },
            },
          }
    },
    110 * SECOND_MS,
    { after: 10 * MINUTE_MS },
  )

/** 6 GB free, gone in 5 h: 100 MB every five minutes, as packs and copies do. */
export const diskToZero = () =>
  play(
    (world, atMs) => {
      if (atMs % (5 * MINUTE_MS) === 0) world.freeBytes = Math.max(0, world.freeBytes - 100_000_000)
      return undefined
    },
    5 * HOUR_MS,
    {
      world: { ...createWorld(), freeBytes: 6_000_000_000, totalBytes: 40_000_000_000 },
      after: 30 * MINUTE_MS,
    },
  )

/** People are answered every four minutes for 5 h; the gateway is healthy and no row is written. */
export const writesFrozen = () => play(frozenTurns, 5 * HOUR_MS)

export function frozenTurns(world: World, atMs: number): undefined {
  const intoTurn = atMs % (4 * MINUTE_MS)
  world.gateway.activeAgents = intoTurn < 40 * SECOND_MS ? 1 : 0
  if (intoTurn <= 40 * SECOND_MS) world.gateway.activeMs = world.nowMs + STEP_MS
}

/** 30 routes expired under a version that flushes them at every start. The gateway restarts after an hour. */
export const pendingFlushStorm = () =>
  play((world, atMs) => {
    if (world.heavy !== null) world.heavy = { ...world.heavy, flushesOnRestart: 30, flushCalls: 30 }
    world.gateway.running = !(atMs > HOUR_MS && atMs <= HOUR_MS + 20 * SECOND_MS)
    return undefined
  }, 2 * HOUR_MS)

/** 887 of 3,049 rows never ended, at 867 sessions a day: ten an hour, found by the heavy samples. */
export const leaking = () =>
  play((world, atMs) => {
    if (world.heavy !== null)
      world.heavy = {
        ...world.heavy,
        leakedSessions: 30 + Math.floor((atMs / (24 * HOUR_MS)) * 867 * (887 / 3_049)),
      }
    return undefined
  }, 12 * HOUR_MS)

/** 15 incomplete packs of 1.06 GB in 90 min. */
export const packsPilingUp = () =>
  play((world, atMs) => {
    const packs = Math.floor(atMs / (6 * MINUTE_MS))
    if (world.heavy !== null) world.heavy = { ...world.heavy, temporaryPackBytes: packs * 1_060_000_000 }
    return undefined
  }, 90 * MINUTE_MS)

/** 63 GiB of log in 4 days. */
export const logsPilingUp = () =>
  play((world, atMs) => {
    if (world.heavy !== null)
      world.heavy = {
        ...world.heavy,
        logBytes: 90_000_000 + Math.round((atMs / (96 * HOUR_MS)) * 63 * 2 ** 30),
      }
    return undefined
  }, 3 * HOUR_MS)
