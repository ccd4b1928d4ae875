/** Random policies, and for each a stricter one. */
import fc from 'fast-check'
import type { Policy } from '../../domain/plan/policy.ts'
import { IDS } from './random-homes.ts'

const days = fc.constantFrom(0, 0, 0, 1, 3, 7, 20)
/** Mostly null, as in real policies. Narrowing everything at once would leave little to test. */
const seldom = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value })
const ids = seldom(fc.subarray(IDS))
const sources = seldom(fc.subarray(['cli', 'cron', 'telegram', 'subagent', 'tui']))
const cronJobs = seldom(fc.subarray(['j1', 'j2', 'j3']))
const amount = seldom(fc.integer({ min: 0, max: 3 }))

export const anyPolicy: fc.Arbitrary<Policy> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constant('prune-sessions' as const),
      ids,
      sources,
      cronJobs,
      olderThanDays: days,
      keepNewest: amount,
      includeShelved: fc.boolean(),
      minBytes: seldom(fc.integer({ min: 0, max: 5_000 })),
      minMessages: amount,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant('prune-files' as const),
      sources,
      cronJobs,
      olderThanDays: days,
      kinds: fc.subarray(['transcript', 'request-dump'] as const),
      minBytes: seldom(fc.constantFrom(0, 4_096, 8_000)),
    }),
  },
  fc.record({ action: fc.constant('orphan-files' as const), olderThanDays: days }),
  fc.record({ action: fc.constant('close-leaked' as const), ids, sources, cronJobs, olderThanDays: days }),
  fc.record({
    action: fc.constant('checkpoints' as const),
    ids: seldom(fc.subarray(['0000000000000000', '0000000000000010', 'v1/0000000000000020'])),
    states: fc.subarray(['orphan', 'stale'] as const),
    olderThanDays: days,
    temporaryPacks: fc.boolean(),
  }),
  fc.record({
    action: fc.constant('gateway-entries' as const),
    states: fc.subarray(['expired', 'dangling'] as const),
    olderThanDays: days,
  }),
  fc.record({
    action: fc.constant('cron-output' as const),
    cronJobs,
    keepNewest: fc.integer({ min: 0, max: 3 }),
    olderThanDays: days,
    deadJobs: fc.boolean(),
  }),
)

/** How to make a policy stricter. Each number says by how much, and 0 means not at all. */
export const anyTightening = fc.record({
  days: fc.constantFrom(0, 0, 1, 10),
  drop: fc.constantFrom(0, 0, 1, 2),
  more: fc.constantFrom(0, 0, 1, 2),
  no: fc.boolean(),
})
export type Tightening = typeof anyTightening extends fc.Arbitrary<infer T> ? T : never

export function tighten(policy: Policy, { days: later, drop, more, no }: Tightening): Policy {
  const fewer = <T>(list: readonly T[]): T[] => list.slice(drop)
  const only = <T>(list: readonly T[] | null, all: readonly T[]): readonly T[] | null =>
    list === null ? (drop === 0 ? null : fewer(all)) : fewer(list)
  const least = (value: number | null) => (value === null ? (more === 0 ? null : more) : value + more)
  const without = (flag: boolean) => (no ? false : flag)
  switch (policy.action) {
    case 'prune-sessions':
      return {
        ...policy,
        ids: only(policy.ids, IDS),
        olderThanDays: policy.olderThanDays + later,
        keepNewest: least(policy.keepNewest),
        includeShelved: without(policy.includeShelved),
        minBytes: least(policy.minBytes),
        minMessages: least(policy.minMessages),
        ...fewerOf(policy, fewer),
      }
    case 'prune-files':
      return {
        ...policy,
        olderThanDays: policy.olderThanDays + later,
        kinds: fewer(policy.kinds),
        minBytes: least(policy.minBytes),
        ...fewerOf(policy, fewer),
      }
    case 'close-leaked':
      return {
        ...policy,
        ids: only(policy.ids, IDS),
        olderThanDays: policy.olderThanDays + later,
        ...fewerOf(policy, fewer),
      }
    case 'checkpoints':
      return {
        ...policy,
        olderThanDays: policy.olderThanDays + later,
        states: fewer(policy.states),
        temporaryPacks: without(policy.temporaryPacks),
      }
    case 'gateway-entries':
      return { ...policy, olderThanDays: policy.olderThanDays + later, states: fewer(policy.states) }
    case 'cron-output':
      return {
        ...policy,
        olderThanDays: policy.olderThanDays + later,
        keepNewest: policy.keepNewest + more,
        cronJobs: only(policy.cronJobs, ['j1', 'j2', 'j3']),
        deadJobs: without(policy.deadJobs),
      }
    case 'orphan-files':
      return { ...policy, olderThanDays: policy.olderThanDays + later }
    case 'compact-database':
      return policy
  }
}

type Whose = { readonly sources: readonly string[] | null; readonly cronJobs: readonly string[] | null }

/** Both null means all, so each may only be shortened if it is a list. */
const fewerOf = (
  { sources: of, cronJobs: by }: Whose,
  fewer: (list: readonly string[]) => string[],
): Whose => ({
  sources: of === null ? null : fewer(of),
  cronJobs: by === null ? null : fewer(by),
})
