/**
 * The policy behind each finding of the overview, so that a preview selects what the finding counted. Pure.
 */
import { DUMP_AGE_DAYS } from '../findings/file-findings.ts'
import type { HermesConfig } from '../home/home.ts'
import type { Finding } from '../overview/overview.ts'
import type { Policy } from './policy.ts'

/** No minimum age, because the planners skip files and packs that were just written anyway. */
const NO_AGE = 0

type Days = Pick<HermesConfig, 'retentionDays' | 'checkpointRetentionDays' | 'cronOutputRetention'>

/** Hermes' defaults, for when its settings cannot be read. */
export const DEFAULT_DAYS: Days = {
  retentionDays: 90,
  checkpointRetentionDays: 7,
  cronOutputRetention: null,
}

/**
 * Null: Steward leaves the removal to the operator, or the finding depends on Hermes' ages and these cannot
 * be read now.
 */
export function policyOfFinding(
  code: Finding['code'],
  days: Days | null,
  deadJobs: readonly string[],
): Policy | null {
  switch (code) {
    case 'old-sessions':
      return days && oldSessions(days.retentionDays)
    case 'old-request-dumps':
      return {
        action: 'prune-files',
        sources: null,
        cronJobs: null,
        olderThanDays: DUMP_AGE_DAYS,
        kinds: ['request-dump'],
        minBytes: null,
      }
    case 'orphan-files':
      return { action: 'orphan-files', olderThanDays: NO_AGE }
    case 'leaked-sessions':
      return { action: 'close-leaked', ids: null, sources: null, cronJobs: null, olderThanDays: NO_AGE }
    case 'orphan-checkpoints':
      return checkpoints('orphan', NO_AGE)
    case 'stale-checkpoints':
      return days && checkpoints('stale', days.checkpointRetentionDays)
    case 'temporary-packs':
      return { action: 'checkpoints', ids: null, states: [], olderThanDays: NO_AGE, temporaryPacks: true }
    case 'expired-routes':
      return { action: 'gateway-entries', states: ['expired', 'dangling'], olderThanDays: NO_AGE }
    case 'dead-cron-output':
      return {
        action: 'cron-output',
        cronJobs: deadJobs,
        keepNewest: 0,
        olderThanDays: NO_AGE,
        deadJobs: true,
      }
    case 'free-pages':
      return { action: 'compact-database' }
    case 'damaged-copies':
      return null
  }
}

const oldSessions = (olderThanDays: number): Policy => ({
  action: 'prune-sessions',
  ids: null,
  sources: null,
  cronJobs: null,
  olderThanDays,
  keepNewest: null,
  includeShelved: false,
  minBytes: null,
  minMessages: null,
})

const checkpoints = (state: 'orphan' | 'stale', olderThanDays: number): Policy => ({
  action: 'checkpoints',
  ids: null,
  states: [state],
  olderThanDays,
  temporaryPacks: false,
})
