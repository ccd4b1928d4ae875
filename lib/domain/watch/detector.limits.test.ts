/** Both sides of every threshold: moving one by a step fails a test. */
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import type { Act } from '../../testing/watch/cases.ts'
import { play } from '../../testing/watch/field-incidents.ts'
import { createReplay, incidentLog } from '../../testing/watch/replay.ts'
import {
  createWorld,
  type Doing,
  STEP_MS,
  takeSample,
  WORLD_START_MS,
  type World,
} from '../../testing/watch/world.ts'
import { DEFAULT_LIMITS, type SessionLimits, type WatchLimits } from './limits/limits.ts'

/** Space for this many hours, in bytes or inodes, at every sample. */
type Fall = (world: World, hoursLeft: number) => void
const bytesFall: Fall = (world, hours) => {
  world.freeBytes -= (world.freeBytes * STEP_MS) / (hours * HOUR_MS)
}
const inodesFall: Fall = (world, hours) => {
  const free = world.freeInodes ?? 0
  world.freeInodes = free - (free * STEP_MS) / (hours * HOUR_MS)
}

describe.each([
  ['disk-filling', bytesFall],
  ['inodes-filling', inodesFall],
] as const)('%s', (kind, fall) => {
  /** Opened at this many hours to full, then this many for five hours. */
  const levelsOf = (openedAt: number, thenAt: number): string[] => {
    const act: Act = (world, atMs) => {
      fall(world, atMs <= 90 * MINUTE_MS ? openedAt : thenAt)
      return undefined
    }
    return incidentLog(play(act, 6.5 * HOUR_MS)).map((line) => line.replace(/^\S+ /, ''))
  }

  const CRITICAL = [`${kind} opened warn`, `${kind} escalated critical`]

  it.each<[name: string, openedAt: number, thenAt: number, expected: readonly string[]]>([
    ['9 hours to full open nothing', 9, 9, []],
    ['7 hours warn, 47 keep it', 7, 47, [`${kind} opened warn`]],
    ['7 hours warn, 49 close it', 7, 49, [`${kind} opened warn`, `${kind} closed warn`]],
    ['1.5 hours are critical, 23 keep it so', 1.5, 23, CRITICAL],
    ['1.5 hours are critical, 25 ease it', 1.5, 25, [...CRITICAL, `${kind} eased warn`]],
    ['1.5 hours are critical, 49 close it', 1.5, 49, [...CRITICAL, `${kind} closed critical`]],
  ])('%s', (_, openedAt, thenAt, expected) => {
    expect(levelsOf(openedAt, thenAt)).toEqual(expected)
  })
})

describe('a daily token budget', () => {
  const limits: WatchLimits = { ...DEFAULT_LIMITS, tokensPerDay: 2_000_000 }
  /** One sample per minute, so a day has 1,440. */
  const notified = (perMinute: number, forMs: number): string[] => {
    const world = createWorld()
    const replay = createReplay(limits)
    replay.takeSample(takeSample(world, { isGap: true }))
    for (let atMs = MINUTE_MS; atMs <= forMs; atMs += MINUTE_MS) {
      const tokens = { input: atMs <= DAY_MS ? perMinute : 0 }
      replay.takeSample(
        takeSample(world, { stepMs: MINUTE_MS, doing: { s: { messages: 1, userMessages: 1, tokens } } }),
      )
    }
    return replay.notifications
      .filter(({ kind }) => kind === 'burn-over-budget')
      .map(({ atMs, event, level }) => `${Math.floor((atMs - WORLD_START_MS) / HOUR_MS)} h ${event} ${level}`)
  }

  it('is reported in the hour in which it is spent, and closes when the day has passed', () => {
    expect(notified(2_000, 2 * DAY_MS)).toEqual(['16 h opened warn', '33 h closed warn'])
  })

  it('that is not exceeded is not reported', () => {
    expect(notified(1_388, 2 * DAY_MS)).toEqual([])
  })
})

const steadily =
  (what: Doing | ((atMs: number) => Doing), everyMs: number): Act =>
  (_, atMs) =>
    atMs % everyMs === 0 ? { doing: { s: typeof what === 'function' ? what(atMs) : what } } : undefined

describe('a runaway by iterations', () => {
  const looping = (perMinute: number, from: number): Act =>
    steadily(
      (atMs) => ({ messages: 2, iterationsSinceUser: from + Math.floor((atMs * perMinute) / MINUTE_MS) }),
      5 * SECOND_MS,
    )
  const runaways = (act: Act) =>
    incidentLog(play(act, 4 * MINUTE_MS)).filter((line) => line.includes('runaway-session'))

  it.each<[name: string, act: Act, expected: readonly string[]]>([
    ['95 since a person’s message, 12 a minute', looping(12, 71), ['0:01:45 runaway-session opened warn']],
    [
      '180 since a person’s message are critical',
      looping(12, 170),
      ['0:01:45 runaway-session opened critical'],
    ],
    ['95 at 8 a minute are a long task', looping(8, 80), []],
    ['80 at 12 a minute are within the limit', looping(12, 30), []],
  ])('%s', (_, act, expected) => expect(runaways(act)).toEqual(expected))
})

describe('the limits of one session', () => {
  const notified = (doing: Doing, limits: WatchLimits = DEFAULT_LIMITS, world = createWorld()) =>
    incidentLog(play(steadily(doing, 10 * SECOND_MS), 5 * MINUTE_MS, { world }), limits)
      .filter((line) => line.includes('session-over-limits'))
      .map((line) => line.slice(line.indexOf('opened')))
  const withFile = (bytes: number): World => {
    const world = createWorld()
    if (world.heavy !== null)
      world.heavy = { ...world.heavy, largeFiles: [{ sessionId: 's', name: 'session_s.json', bytes }] }
    return world
  }
  const knownWith = (totalMessages: number): World => {
    const world = createWorld()
    world.known.set('s', {
      totalTokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      totalMessages,
      startedMs: 0,
    })
    return world
  }
  const own = (key: string, limits: Partial<SessionLimits>): WatchLimits => ({
    ...DEFAULT_LIMITS,
    overrides: { [key]: limits },
  })
  const cron = { source: 'cron', cronJobId: 'j1', messages: 1 } as const

  it.each<[name: string, doing: Doing, limits: WatchLimits, world: World, expected: readonly string[]]>([
    ['1,000 messages', { messages: 1 }, DEFAULT_LIMITS, knownWith(970), []],
    ['1,001 messages', { messages: 1 }, DEFAULT_LIMITS, knownWith(971), ['opened warn']],
    ['a transcript of 10 MB', { messages: 1 }, DEFAULT_LIMITS, withFile(10_000_000), []],
    ['a transcript over 10 MB', { messages: 1 }, DEFAULT_LIMITS, withFile(10_000_001), ['opened warn']],
    ['a transcript of 20 MB', { messages: 1 }, DEFAULT_LIMITS, withFile(20_000_000), ['opened critical']],
    [
      'a source with a larger transcript limit',
      { messages: 1 },
      own('source:telegram', { fileBytes: 30_000_000 }),
      withFile(20_000_000),
      [],
    ],
    ['90 iterations', { messages: 1, iterationsSinceUser: 90 }, DEFAULT_LIMITS, createWorld(), []],
    [
      '91 iterations',
      { messages: 1, iterationsSinceUser: 91 },
      DEFAULT_LIMITS,
      createWorld(),
      ['opened warn'],
    ],
    [
      'a source with its own iteration limit',
      { messages: 1, iterationsSinceUser: 91 },
      own('source:telegram', { iterations: 200 }),
      createWorld(),
      [],
    ],
    [
      'a job with its own iteration limit',
      { ...cron, iterationsSinceUser: 21 },
      own('job:j1', { iterations: 20 }),
      createWorld(),
      ['opened warn'],
    ],
    [
      'another job of that source',
      { ...cron, cronJobId: 'j2', iterationsSinceUser: 21 },
      own('job:j1', { iterations: 20 }),
      createWorld(),
      [],
    ],
    [
      'a job with its own budget',
      { ...cron, tokens: { input: 400 } },
      own('job:j1', { tokens: 10_000 }),
      createWorld(),
      ['opened warn'],
    ],
  ])('%s', (_, doing, limits, world, expected) => expect(notified(doing, limits, world)).toEqual(expected))
})
