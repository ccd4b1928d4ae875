/** A complete overview with round numbers, for tests of components. */
import { AGE_LABELS } from '@/lib/domain/overview/age'
import type {
  AgeCount,
  ClassOverview,
  DiskPoint,
  Finding,
  Overview,
  TokenDay,
} from '@/lib/domain/overview/overview'
import type { StorageClass } from '@/lib/domain/storage/storage'
import { DAY_MS, toIso, toUtcDay } from '@/lib/shared/time'

const SEEN_AT = '2026-11-15T14:32:07.000Z'
const SEEN_MS = Date.parse(SEEN_AT)

export function exampleOverview(change: Partial<Overview> = {}): Overview {
  return {
    seenAt: SEEN_AT,
    demo: true,
    sessions: {
      total: 3049,
      open: 887,
      leaked: 861,
      live: 26,
      bySource: { cron: 2100, telegram: 700, cli: 249 },
      byEndReason: { cron_complete: 1275, recovered: 640, cli_close: 229, null: 887 },
      ageBuckets: ageBuckets([12, 40, 210, 1022, 1560, 190, 15], [8, 30, 160, 800, 1020, 82, 0]),
      cron: { count: 2100, share: 2100 / 3049 },
      leaks: {
        bySource: [
          { source: 'telegram', sessions: 700, leaked: 600 },
          { source: 'cron', sessions: 2100, leaked: 261 },
        ],
        byWeek: [
          { week: '2026-11-09', sessions: 1000, leaked: 261 },
          { week: '2026-11-02', sessions: 0, leaked: 0 },
          { week: '2026-10-26', sessions: 2049, leaked: 600 },
          { week: '2026-10-19', sessions: 0, leaked: 0 },
        ],
        earlier: { sessions: 0, leaked: 0 },
      },
    },
    files: {
      transcripts: {
        count: 728,
        bytes: 98_910_000,
        apparentBytes: 94_330_000,
        ageBuckets: ageBuckets([9, 54, 245, 418, 2, 0, 0], [6, 40, 183, 305, 1, 0, 0]),
        cron: { count: 535, share: 535 / 728 },
      },
      requestDumps: { count: 41, bytes: 34e6, apparentBytes: 33e6 },
      orphans: { count: 219, bytes: 32e6 },
      countedAt: '2026-11-15T14:31:12.000Z',
    },
    disk: {
      totalBytes: 40e9,
      freeBytes: 1.86e9,
      homeBytes: 17.7e9,
      apparentBytes: 17.1e9,
      reclaimableBytes: 13.4e9,
      classes: exampleClasses,
      growthBytesPerDay: 310e6,
      daysToFull: 6,
      countedAt: '2026-11-15T14:31:12.000Z',
      history: exampleHistory(90),
    },
    tokens: {
      input: 21.9e6,
      output: 5.7e6,
      cacheRead: 92.2e6,
      cacheWrite: 9.2e6,
      costUsd: 41.2,
      byDay: exampleDays(),
      attribution: 'session-start-day',
      auxiliary: { input: 1.1e6, output: 0.2e6, cacheRead: 0, cacheWrite: 0 },
    },
    cronJobs: exampleJobs,
    burn: { tokensPerMinute: 184_000, yesterdayPerMinute: 5_935 },
    findings: exampleFindings,
    notices: [],
    ...change,
  }
}

const ageBuckets = (counts: readonly number[], cron: readonly number[]): AgeCount[] =>
  AGE_LABELS.map((label, index) => ({ label, count: counts[index] ?? 0, cron: cron[index] ?? 0 }))

const NOW_BYTES: readonly (readonly [StorageClass, number, number])[] = [
  ['checkpoints', 12.04e9, 262e6],
  ['snapshots', 2.61e9, 0],
  ['state-db', 1.7e9, 13e6],
  ['caches', 412e6, 2e6],
  ['yours', 318e6, 0],
  ['wal', 228e6, 1e6],
  ['logs', 141e6, 3e6],
  ['transcripts', 98.91e6, 13e6],
  ['trash', 0, 0],
  ['cron-output', 86e6, 2e6],
  ['request-dumps', 34e6, 1e6],
  ['unknown', 47e6, 0],
]

const exampleClasses: ClassOverview[] = NOW_BYTES.map(([id, bytes, growthBytesPerDay]) => ({
  id,
  bytes,
  apparentBytes: Math.round(bytes * 0.97),
  files: Math.round(bytes / 40_000),
  reclaimableBytes: id === 'checkpoints' ? 10.97e9 : 0,
  growthBytesPerDay,
}))

const exampleHistory = (days: number): DiskPoint[] =>
  Array.from({ length: days }, (_, index) => {
    const daysAgo = days - 1 - index
    return {
      at: toIso(SEEN_MS - daysAgo * DAY_MS) ?? SEEN_AT,
      classes: Object.fromEntries(
        NOW_BYTES.map(([id, bytes, growth]) => [
          id,
          id === 'snapshots' && daysAgo > 13 ? 0.9e9 : Math.max(bytes * 0.1, bytes - growth * daysAgo),
        ]),
      ),
    }
  })

function exampleDays(): TokenDay[] {
  const input = [1.1, 1.3, 1.2, 1.5, 1.4, 0.7, 0.6, 1.5, 1.7, 1.6, 1.8, 1.9, 1, 4.6]
  return input.map((millions, index) => ({
    day: toUtcDay(SEEN_MS - (input.length - 1 - index) * DAY_MS),
    input: millions * 1e6,
    output: millions * 0.25e6,
    cacheWrite: millions * 0.4e6,
    cacheRead: millions * 4e6,
  }))
}

const exampleJobs = (
  [
    ['inbox-triage', 188, 144, 23.8e6, 24.6e6],
    ['price-watch', 132, 96, 3.1e6, 17.8e6],
    ['repo-digest', 84, 24, 2.4e6, 13e6],
    ['backup-check', 61, 24, 0.6e6, 6.9e6],
    ['morning-brief', 38, 1, 1.1e6, 5.2e6],
    ['news-scan', 14, 6, 0.4e6, 1.9e6],
    ['weekly-report', 9, 0.14, 0.3e6, 1.2e6],
    ['old-watch', 6, 0, 0, 0.7e6],
    ['dns-check', 3, 4, 0.2e6, 0.3e6],
  ] as const
).map(([name, transcripts, runsPerDay, tokens7d, bytes]) => ({
  id: name,
  name,
  exists: name !== 'old-watch',
  transcripts,
  bytes,
  sessions: transcripts * 4,
  runsPerDay,
  tokens7d,
}))

const exampleFindings: Finding[] = [
  {
    code: 'orphan-checkpoints',
    count: 812,
    bytes: 9.62e9,
    frees: 'now',
    action: 'checkpoints',
    class: 'checkpoints',
    title: '812 checkpoints of folders that no longer exist',
    detail: 'The folder is gone and its parent drive is mounted. Their rollback points lead nowhere.',
    examples: [
      { label: '/home/op/src/atlas-importer', bytes: 412e6, at: '2026-08-02T09:11:00.000Z' },
      {
        label: '/home/op/src/billing-spike/worktrees/feature-invoice-export',
        bytes: 233e6,
        at: '2026-07-19T22:40:00.000Z',
      },
      { label: '/var/tmp/agent-7f12', bytes: 190e6, at: null },
    ],
  },
  {
    code: 'free-pages',
    count: 160_156,
    bytes: 656e6,
    frees: 'after-compaction',
    action: 'compact-database',
    class: 'state-db',
    title: 'Empty pages inside state.db',
    detail: 'Hermes reuses them, but the file does not shrink by itself. Compacting needs Hermes stopped.',
    examples: [],
  },
  {
    code: 'orphan-files',
    count: 219,
    bytes: 32e6,
    frees: 'now',
    action: 'orphan-files',
    class: 'transcripts',
    title: '219 transcripts no session owns',
    detail: "Hermes' own prune removed the rows and left session_*.json behind.",
    examples: [
      { label: 'session_20260911_081512_a1b2c3.json', bytes: 1.2e6, at: '2026-09-11T08:15:12.000Z' },
    ],
  },
  {
    code: 'leaked-sessions',
    count: 861,
    bytes: 0,
    frees: 'nothing-yet',
    action: 'close-leaked',
    class: 'state-db',
    title: '861 sessions were never closed',
    detail: 'No process, lease or route claims them. Until they are closed, no prune may touch them.',
    examples: [{ label: 'cron_inbox-triage_20261001_031500', bytes: null, at: '2026-10-01T03:15:00.000Z' }],
  },
]
