/** A Watch state during an incident, for tests of components. */
import type { Incident } from '@/lib/domain/watch/incidents/incident'
import type { Burner, WatchState } from '@/lib/domain/watch/watch-state'
import { HOUR_MS, MINUTE_MS } from '@/lib/shared/time'

export const SEEN_MS = Date.UTC(2026, 10, 15, 14, 32, 7)

export const exampleBurner = (changes: Partial<Burner> = {}): Burner => ({
  id: 'cron_7c2e90d4ab11_20261115_123104',
  label: 'inbox-triage',
  source: 'cron',
  model: 'hermes-4-405b',
  cronJobId: '7c2e90d4ab11',
  jobName: 'inbox-triage',
  startedMs: SEEN_MS - 2 * HOUR_MS,
  tokensPerMinute: { input: 30_000, output: 8_000, cacheRead: 130_000, cacheWrite: 3_000 },
  callsPerMinute: 3,
  messagesPerSecond: 0.4,
  freshShare: 0.222,
  messages: 1_284,
  iterationsSinceUser: 209,
  repeats: 209,
  repeatedCall: 'read_file',
  loopSigns: ['same call 209×', 'no user turn'],
  ...changes,
})

export const exampleIncident = (changes: Partial<Incident> = {}): Incident => ({
  id: 'incident-1',
  homeId: 'main',
  kind: 'runaway-session',
  subject: 'cron_7c2e90d4ab11_20261115_123104',
  level: 'critical',
  title: 'inbox-triage is looping',
  rule: 'over 50 K tokens a minute for 2 minutes',
  openedMs: SEEN_MS - 119 * MINUTE_MS,
  closedMs: null,
  lastSeenMs: SEEN_MS,
  acknowledged: null,
  timeline: [
    {
      atMs: SEEN_MS - 119 * MINUTE_MS,
      kind: 'opened',
      words: 'Incident opened at 212 K tokens a minute',
    },
    { atMs: SEEN_MS, kind: 'evidence', words: '22.0 M tokens, still 171 K a minute' },
  ],
  unit: 'tokens/min',
  limit: 50_000,
  values: [
    { atMs: SEEN_MS - MINUTE_MS, value: 180_000 },
    { atMs: SEEN_MS, value: 171_000 },
  ],
  ...changes,
})

export const exampleWatch = (changes: Partial<WatchState> = {}): WatchState => ({
  homeId: 'main',
  seenMs: SEEN_MS,
  everyMs: 5_000,
  demo: false,
  trouble: null,
  burn: {
    tokensPerMinute: { input: 33_000, output: 9_000, cacheRead: 138_000, cacheWrite: 4_000 },
    messagesPerMinute: 14,
    yesterdayPerMinute: 5_900,
    lastWeekPerMinute: null,
    lastTwoHours: { input: 4_000_000, output: 1_000_000, cacheRead: 16_500_000, cacheWrite: 500_000 },
    lastTwoHoursMoney: { usd: 18.4, status: 'partial' },
    toMidnight: { input: 20_000_000, output: 4_000_000, cacheRead: 78_000_000, cacheWrite: 2_000_000 },
    toMidnightMoney: { usd: null, status: 'unknown' },
    limitPerMinute: 50_000,
    aboveLimitMs: 119 * MINUTE_MS,
    bySource: [],
    byJob: [],
    byModel: [],
    burners: [exampleBurner()],
    point: {
      atMs: SEEN_MS,
      tokens: { input: 2_750, output: 750, cacheRead: 11_500, cacheWrite: 333 },
      messages: 1,
    },
  },
  disk: {
    freeBytes: 1_860_000_000,
    totalBytes: 40_000_000_000,
    freeInodes: 690_000,
    totalInodes: 1_000_000,
    isFilling: true,
    hoursToFull: 45,
    daysToFullTrend: 6,
    trend: [3, 2.6, 2.2, 1.86],
  },
  writes: {
    lastMessageMs: SEEN_MS - 400,
    rowsPerMinute: 14,
    gatewayRunning: true,
    gatewayActiveMs: SEEN_MS - 300,
    activeAgents: 1,
    trend: [1, 2, 1],
  },
  wal: { bytes: 228_000_000, words: 'Grows while the loop writes, not a fault by itself.', trend: [1, 2, 3] },
  databaseBytes: 1_400_000_000,
  holders: [
    {
      pid: 4121,
      command: 'hermes gateway',
      startedMs: SEEN_MS - 52 * HOUR_MS,
      deletedInode: false,
      self: false,
    },
    { pid: 6033, command: 'node', startedMs: SEEN_MS - 121 * HOUR_MS, deletedInode: false, self: true },
  ],
  holdersAskedMs: SEEN_MS,
  restart: { flushes: 30, calls: 30 },
  incidents: [exampleIncident()],
  closedThisWeek: 5,
  hermesPause: null,
  pausedMs: null,
  ...changes,
})
