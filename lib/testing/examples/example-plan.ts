/** A complete plan with round numbers, for tests of components. */
import type { Amount, PlanItem, PlanTotals } from '@/lib/domain/plan/plan'
import type { PlanPage } from '../../../components/cleanup/plan/plan-page-model'

const CREATED_MS = Date.parse('2026-11-15T14:28:00.000Z')
const HOUR_MS = 3_600_000

const amount = (items: number, bytes: number, rowBytes = 0): Amount => ({
  items,
  bytes,
  apparentBytes: Math.round(bytes * 0.97),
  rowBytes,
})

const totals: PlanTotals = {
  act: amount(1_782, 9.65e9, 0.41e9),
  keep: amount(2_234, 1.11e9),
  byReason: [
    { verdict: 'act', step: 1, code: 'folder-gone', message: 'Folder is gone', ...amount(812, 9.62e9) },
    {
      verdict: 'act',
      step: 0,
      code: 'idle',
      message: 'Cron run, idle 2 days or more',
      ...amount(871, 24e6, 0.4e9),
    },
    {
      verdict: 'act',
      step: 2,
      code: 'idle',
      message: 'Session, idle 90 days or more',
      ...amount(99, 6e6, 0.01e9),
    },
    { verdict: 'keep', step: 0, code: 'too-young', message: 'Too young', ...amount(1_300, 0.6e9) },
    { verdict: 'keep', step: 2, code: 'too-young', message: 'Too young', ...amount(24, 0.1e9) },
    {
      verdict: 'keep',
      step: 0,
      code: 'never-closed',
      message: 'Never closed, close it first',
      ...amount(861, 0.2e9),
    },
    { verdict: 'keep', step: 1, code: 'unreachable', message: 'Drive not mounted', ...amount(29, 0.2e9) },
    { verdict: 'keep', step: 0, code: 'pinned', message: 'Pinned', ...amount(20, 0.01e9) },
  ],
  byStep: [],
}

export function examplePlan(change: Partial<PlanPage> = {}): PlanPage {
  return {
    id: '0193a4be-77a1-4be2-9f3c-51d807aee91c',
    restores: null,
    homeId: 'main',
    homePath: '/home/op/.hermes',
    home: { label: 'main', shortPath: '~/.hermes', demo: false },
    ownFolder: '/home/op',
    steps: [
      {
        action: 'prune-sessions',
        ids: null,
        sources: ['cron'],
        cronJobs: null,
        olderThanDays: 2,
        keepNewest: 3,
        includeShelved: false,
        minBytes: null,
        minMessages: null,
      },
      { action: 'checkpoints', ids: null, states: ['orphan'], olderThanDays: 0, temporaryPacks: false },
      {
        action: 'prune-sessions',
        ids: null,
        sources: null,
        cronJobs: null,
        olderThanDays: 90,
        keepNewest: null,
        includeShelved: false,
        minBytes: null,
        minMessages: null,
      },
    ],
    disposition: 'trash',
    createdAtMs: CREATED_MS,
    expiresAtMs: CREATED_MS + HOUR_MS,
    expiresInMs: HOUR_MS,
    digest: '9f3c51d807aee91c'.repeat(4),
    totals,
    refusals: [],
    createdBy: 'operator',
    disk: { freeBytes: 1.86e9, growthBytesPerDay: 310e6 },
    state: 'open',
    first: {},
    protectedCounts: [],
    trashDays: 7,
    ...change,
  }
}

export function exampleItem(change: Partial<PlanItem> = {}): PlanItem {
  return {
    id: '1',
    step: 0,
    kind: 'session',
    key: 'session:cron_4be19c02aa71_20261112_081502',
    label: 'cron_4be19c02aa71_20261112_081502',
    verdict: 'act',
    reason: { code: 'idle', message: 'Idle 3 d' },
    bytes: 712_000,
    apparentBytes: 700_000,
    rowBytes: 400_000,
    together: null,
    lastActiveAt: '2026-11-12T08:15:02.000Z',
    ...change,
  }
}
