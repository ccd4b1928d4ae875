/** Samples no home should give and some do: unknown values, invalid numbers, faults, jumping clocks. */
import fc from 'fast-check'
import type { Fault } from '../../domain/home/fault.ts'
import type { LightSample, SessionTick } from '../../domain/watch/light-sample.ts'
import { failed, ok } from '../../shared/result.ts'
import { WORLD_START_MS } from './world.ts'

/** Often ordinary, sometimes an edge case. */
const anyNumber = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 2_000_000 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e12),
  },
)
const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 6 })

const anyTokens = fc.record({
  input: anyNumber,
  output: anyNumber,
  cacheRead: anyNumber,
  cacheWrite: anyNumber,
})

const anyTick = (id: string): fc.Arbitrary<SessionTick> =>
  fc.record({
    id: fc.constant(id),
    source: fc.constantFrom('telegram', 'cron', '__proto__', ''),
    model: orNull(fc.string()),
    title: orNull(fc.string()),
    cronJobId: orNull(fc.constantFrom('j1', '__proto__')),
    startedMs: anyNumber,
    tokens: anyTokens,
    costUsd: orNull(anyNumber),
    costStatus: orNull(fc.string()),
    apiCalls: anyNumber,
    messages: anyNumber,
    toolCalls: anyNumber,
    userMessages: anyNumber,
    totalTokens: anyTokens,
    totalMessages: anyNumber,
    iterationsSinceUser: anyNumber,
    repeats: fc.oneof(anyNumber, fc.integer({ min: 0, max: 40 })),
    repeatedCall: orNull(fc.string()),
    typicalTokens: anyNumber,
  })

const anyMoved = fc
  .subarray(['a', 'b', 'cron_j1_20261109_000000', '__proto__', ''])
  .chain((ids) => fc.tuple(...ids.map(anyTick)))

const anyFault = fc.constantFrom<Fault>(
  { code: 'db-locked', waitedMs: 250 },
  { code: 'db-malformed', detail: 'x' },
  { code: 'db-missing' },
  { code: 'db-empty' },
  { code: 'db-symlink' },
  { code: 'home-missing', path: '/h' },
  { code: 'db-unreadable', detail: 'EIO' },
  { code: 'not-counted-yet' },
)

const anyMoment = fc.integer({ min: -1_000_000, max: 10_000_000 }).map((ms) => WORLD_START_MS + ms)

export const anySample: fc.Arbitrary<LightSample> = fc.record({
  atMs: anyMoment,
  sinceMs: fc.constantFrom(5_000, 5_000, 5_000, 5_000, null, -1, Number.NaN, 10_000_000),
  database: fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .record({
          identity: fc.constantFrom('1:1:a', '1:1:a', '1:1:a', '1:2:b'),
          databaseBytes: anyNumber,
          walBytes: orNull(fc.oneof(anyNumber, fc.integer({ min: 0, max: 2_000_000_000 }))),
          lastMessageId: orNull(fc.integer({ min: 0, max: 3 })),
          lastMessageMs: orNull(anyNumber),
          sessions: orNull(anyNumber),
          openSessions: orNull(anyNumber),
          totals: orNull(anyTokens),
        })
        .map((sign) => ok(sign)),
    },
    { weight: 1, arbitrary: anyFault.map((fault) => failed(fault)) },
  ),
  moved: anyMoved,
  burnt: anyTokens,
  costUsd: orNull(anyNumber),
  messages: anyNumber,
  apiCalls: anyNumber,
  space: fc.oneof(
    {
      weight: 5,
      arbitrary: fc
        .record({
          totalBytes: fc.constantFrom(1e9, 2e11),
          freeBytes: anyNumber,
          freeInodes: orNull(anyNumber),
        })
        .map((space) => ok(space)),
    },
    { weight: 1, arbitrary: fc.constant(failed<Fault>({ code: 'unreadable', path: '.', detail: 'EIO' })) },
  ),
  totalInodes: orNull(anyNumber),
  device: fc.constantFrom(1, 1, 1, 2, null),
  holders: orNull(
    fc.array(
      fc.record({
        pid: fc.nat(),
        command: fc.string(),
        startedMs: orNull(anyNumber),
        deletedInode: orNull(fc.boolean()),
        self: fc.boolean(),
      }),
      { maxLength: 4 },
    ),
  ),
  holdersAskedMs: orNull(anyMoment),
  gateway: fc.record({
    running: orNull(fc.boolean()),
    process: fc.constantFrom('1:1', '1:1', '2:1', null),
    activeAgents: orNull(fc.integer({ min: 0, max: 2 })),
    activeMs: orNull(anyNumber),
  }),
  hermesPause: fc.constantFrom(null, {
    sinceMs: null,
    untilMs: null,
    reason: null,
    by: 'root',
    allowedUsers: 0,
    resumeCommand: 'hermes resume',
  } as const),
  heavy: orNull(
    fc.record({
      atMs: anyMoment,
      filesAtMs: anyMoment,
      leakedSessions: orNull(anyNumber),
      flushesOnRestart: orNull(anyNumber),
      flushCalls: orNull(anyNumber),
      cronRunsLastHour: orNull(fc.integer({ min: 0, max: 400 })),
      temporaryPackBytes: orNull(fc.integer({ min: 0, max: 9_000_000_000 })),
      logBytes: orNull(fc.integer({ min: 0, max: 9_000_000_000 })),
      largeFiles: fc.array(
        fc.record({ sessionId: orNull(fc.constantFrom('a', 'b')), name: fc.string(), bytes: anyNumber }),
        { maxLength: 3 },
      ),
    }),
  ),
})
