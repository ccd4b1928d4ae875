/** Figures reported by operators, which the demo reproduces exactly. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'

export const DEMO = {
  sessions: 3_049,
  open: 887,
  live: 26,
  leaked: 861,
  endReasons: { cron_complete: 1_275, recovered: 640, cli_close: 229, session_reset: 17, compression: 1 },
  transcripts: 728,
  transcriptBytes: 94_330_000,
  cronTranscripts: 535,
  orphanTranscripts: 219,
  requestDumps: 180,
  requestDumpBytes: 34_000_000,
  damagedCopyBytes: 45_000_000,
  damagedCopyAgeMs: 13 * DAY_MS,
  liveRoutes: 12,
  expiredRoutes: 30,
  runaway: {
    messages: 602,
    toolCalls: 209,
    apiCalls: 418,
    tokens: { input: 640_000, output: 180_000, cacheRead: 20_900_000, cacheWrite: 280_000 },
    burstMs: 107_000,
    lastedMs: 2 * HOUR_MS,
    endedAgoMs: 3 * MINUTE_MS,
  },
} as const

/** Far enough from the edges that buckets stay correct while the demo is shown. */
const MARGIN_MS = 10 * MINUTE_MS

/** Newest and oldest age per bucket of transcripts: <1h, 1-6h, 6-24h, 1-7d, 7-30d. */
const BUCKETS = {
  hour: [4 * MINUTE_MS, HOUR_MS - MARGIN_MS],
  morning: [HOUR_MS + MARGIN_MS, 6 * HOUR_MS - MARGIN_MS],
  day: [6 * HOUR_MS + MARGIN_MS, DAY_MS - MARGIN_MS],
  week: [DAY_MS + MARGIN_MS, 7 * DAY_MS - HOUR_MS],
  month: [8 * DAY_MS, 25 * DAY_MS],
} as const
export type Bucket = keyof typeof BUCKETS

/** Transcripts by bucket: 9, 54, 245, 418, 2. The `gone` have no row anymore. */
export const CRON_FILES: readonly { bucket: Bucket; withRow: number; gone: number }[] = [
  { bucket: 'hour', withRow: 4, gone: 0 },
  { bucket: 'morning', withRow: 46, gone: 0 },
  { bucket: 'day', withRow: 210, gone: 0 },
  { bucket: 'week', withRow: 140, gone: 135 },
]

/** Cron jobs with their share of the transcripts. */
export const DEMO_JOBS = [
  { id: '4f1c20b7a9d3', name: 'inbox-triage', schedule: '*/15 * * * *', files: 188, exists: true },
  { id: '8be55d01c7f2', name: 'price-watch', schedule: '*/20 * * * *', files: 132, exists: true },
  { id: 'c03a7791e4b8', name: 'repo-digest', schedule: '*/30 * * * *', files: 84, exists: true },
  { id: '19d6f2a85c3e', name: 'backup-check', schedule: '0 * * * *', files: 61, exists: true },
  { id: '7a20e9b4d1f6', name: 'morning-brief', schedule: '30 6 * * *', files: 38, exists: true },
  { id: 'e5b81c6f0a27', name: 'certificate-watch', schedule: '0 */6 * * *', files: 12, exists: true },
  { id: '2d94c7e3fb10', name: 'calendar-sync', schedule: '0 */8 * * *', files: 9, exists: true },
  { id: '6c0f8da2719b', name: 'feed-reader', schedule: '0 5 * * *', files: 7, exists: true },
  { id: 'b7713f5ec48d', name: 'old-report', schedule: '0 4 * * 1', files: 4, exists: false },
] as const

/** `count` ages spread over a bucket, newest first, slightly uneven. */
export function agesIn(bucket: Bucket, count: number, jitter: () => number): number[] {
  const [newest, oldest] = BUCKETS[bucket]
  const step = (oldest - newest) / count
  return Array.from({ length: count }, (_, index) => Math.round(newest + step * (index + jitter())))
}

/** Integers in proportion to the weights that add up to exactly `total`. */
export function sharesOf(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((left, right) => left + right, 0)
  const shares = weights.map((weight) => Math.floor((total * weight) / sum))
  const missing = total - shares.reduce((left, right) => left + right, 0)
  return shares.map((share, index) => (index === shares.length - 1 ? share + missing : share))
}
