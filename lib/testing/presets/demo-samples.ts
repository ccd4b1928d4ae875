/**
 * Thirty invented days of samples up to the demo's present, as a basis for growth, days to full and burn.
 * Only the demo has invented history.
 */
import type { CounterSample, StorageSample } from '../../domain/home/sample.ts'
import { STORAGE_CLASSES, type StorageClass } from '../../domain/storage/storage.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { DEMO } from './demo-figures.ts'
import { runawayShare } from './demo-runaway.ts'

export type DemoPresent = {
  readonly classes: Readonly<Partial<Record<StorageClass, number>>>
  readonly counters: CounterSample
}

export function demoSamples(
  nowMs: number,
  present: DemoPresent,
): { counters: CounterSample[]; storage: StorageSample[] } {
  return {
    counters: counterAges().map((ageMs) => counterAt(nowMs, ageMs, present.counters)),
    storage: range(30 * DAY_MS, HOUR_MS, 6 * HOUR_MS).map((ageMs) =>
      storageAt(nowMs, ageMs, present.classes),
    ),
  }
}

/** Hourly for a month, every five minutes around this time yesterday and last week, and by sample recently. */
function counterAges(): number[] {
  const ages = new Set([
    ...range(30 * DAY_MS, HOUR_MS, HOUR_MS),
    ...range(7 * DAY_MS + HOUR_MS, 7 * DAY_MS - HOUR_MS, 5 * MINUTE_MS),
    ...range(DAY_MS + HOUR_MS, DAY_MS - HOUR_MS, 5 * MINUTE_MS),
    ...range(3 * HOUR_MS, HOUR_MS, MINUTE_MS),
    ...range(HOUR_MS, 15 * SECOND_MS, 15 * SECOND_MS),
  ])
  return [...ages].sort((left, right) => right - left)
}

function range(fromMs: number, toMs: number, stepMs: number): number[] {
  const count = Math.floor((fromMs - toMs) / stepMs) + 1
  return Array.from({ length: count }, (_, index) => fromMs - index * stepMs)
}

const SPAN_MS = 30 * DAY_MS
const RUNAWAY_TOKENS = 22_000_000

function counterAt(nowMs: number, ageMs: number, present: CounterSample): CounterSample {
  const grown = tokenShare(ageMs, present)
  const part = (value: number | null, share: number) => (value === null ? null : Math.round(value * share))
  return {
    atMs: nowMs - ageMs,
    inputTokens: part(present.inputTokens, grown),
    outputTokens: part(present.outputTokens, grown),
    cacheReadTokens: part(present.cacheReadTokens, grown),
    cacheWriteTokens: part(present.cacheWriteTokens, grown),
    sessions: part(present.sessions, 1 - 0.3 * (ageMs / SPAN_MS)),
    openSessions: part(present.openSessions, 1 - 0.22 * (ageMs / SPAN_MS)),
    lastMessageId: part(present.lastMessageId, 1 - 0.4 * (ageMs / SPAN_MS)),
    databaseBytes: part(present.databaseBytes, 1 - 0.35 * (ageMs / SPAN_MS)),
    walBytes: present.walBytes,
    freeBytes:
      present.freeBytes === null ? null : present.freeBytes + Math.round(150_000_000 * (ageMs / SPAN_MS)),
  }
}

/** Slowly rising for a month, then the runaway's two hours. */
function tokenShare(ageMs: number, present: CounterSample): number {
  const total =
    (present.inputTokens ?? 0) +
    (present.outputTokens ?? 0) +
    (present.cacheReadTokens ?? 0) +
    (present.cacheWriteTokens ?? 0)
  if (total === 0) return 1
  const runaway = Math.min(RUNAWAY_TOKENS, total * 0.4)
  const ofRest = 0.35 + 0.65 * (1 - Math.min(1, ageMs / SPAN_MS)) ** 1.6
  return (runaway * runawayShare(ageMs) + (total - runaway) * ofRest) / total
}

/** The share of today's bytes that existed thirty days ago. */
const SHARE_A_MONTH_AGO: Readonly<Record<StorageClass, number>> = {
  checkpoints: 0.42,
  snapshots: 0.9,
  'state-db': 0.66,
  caches: 0.8,
  yours: 0.99,
  wal: 1,
  logs: 0.85,
  transcripts: 0.55,
  trash: 1,
  'cron-output': 0.8,
  'request-dumps': 0.6,
  unknown: 1,
}

function storageAt(nowMs: number, ageMs: number, present: DemoPresent['classes']): StorageSample {
  const classes: Partial<Record<StorageClass, number>> = {}
  for (const id of STORAGE_CLASSES) {
    const bytes = present[id]
    if (bytes === undefined) continue
    const share = 1 - (1 - SHARE_A_MONTH_AGO[id]) * (ageMs / SPAN_MS)
    // The damaged copy appeared thirteen days ago.
    const copy = id === 'snapshots' ? Math.min(bytes, DEMO.damagedCopyBytes) : 0
    const copyThen = ageMs > DEMO.damagedCopyAgeMs ? 0 : copy
    classes[id] = Math.round((bytes - copy) * share) + copyThen
  }
  return { atMs: nowMs - ageMs, classes }
}
