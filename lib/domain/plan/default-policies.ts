/** Initial values of the cleanup form: Hermes' configured ages, or the steps of an earlier plan. Pure. */
import type { Action } from './action.ts'
import type { DEFAULT_DAYS } from './finding-policy.ts'
import type { Policy } from './policy.ts'

export type DefaultPolicies = { readonly [Key in Action]: Extract<Policy, { readonly action: Key }> }

const FILE_DAYS = 7
const ROUTE_DAYS = 30
const LEAK_DAYS = 1
const NEWEST_OUTPUTS = 50

export function defaultPolicies(
  { retentionDays, checkpointRetentionDays, cronOutputRetention }: typeof DEFAULT_DAYS,
  earlier: readonly Policy[],
): DefaultPolicies {
  const defaults: DefaultPolicies = {
    'prune-sessions': {
      action: 'prune-sessions',
      ids: null,
      sources: null,
      cronJobs: null,
      olderThanDays: retentionDays,
      keepNewest: null,
      includeShelved: false,
      minBytes: null,
      minMessages: null,
    },
    'prune-files': {
      action: 'prune-files',
      sources: null,
      cronJobs: null,
      olderThanDays: FILE_DAYS,
      kinds: ['transcript', 'request-dump'],
      minBytes: null,
    },
    'orphan-files': { action: 'orphan-files', olderThanDays: 1 },
    'close-leaked': {
      action: 'close-leaked',
      ids: null,
      sources: null,
      cronJobs: null,
      olderThanDays: LEAK_DAYS,
    },
    checkpoints: {
      action: 'checkpoints',
      ids: null,
      states: ['orphan', 'stale'],
      olderThanDays: checkpointRetentionDays,
      temporaryPacks: true,
    },
    'gateway-entries': {
      action: 'gateway-entries',
      states: ['expired', 'dangling'],
      olderThanDays: ROUTE_DAYS,
    },
    'cron-output': {
      action: 'cron-output',
      cronJobs: null,
      keepNewest: cronOutputRetention ?? NEWEST_OUTPUTS,
      olderThanDays: FILE_DAYS,
      deadJobs: true,
    },
    'compact-database': { action: 'compact-database' },
  }
  return Object.assign({}, defaults, Object.fromEntries(earlier.map((policy) => [policy.action, policy])))
}

/** Actions a home needs weekly. The others are for specific problems. */
export const WEEKLY: readonly Action[] = [
  'prune-sessions',
  'prune-files',
  'orphan-files',
  'checkpoints',
  'cron-output',
]
