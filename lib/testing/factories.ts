/** Domain values for tests. Name what matters; the rest has defaults. */
import type { CheckpointFacts } from '../domain/checkpoints/checkpoint.ts'
import type { RouteEntry } from '../domain/gateway/gateway.ts'
import type { Capabilities, HermesConfig, HomeRef } from '../domain/home/home.ts'
import type { HomeSnapshot } from '../domain/home/snapshot.ts'
import type { Assessment, Session, SessionClaims, SessionRow } from '../domain/sessions/session.ts'
import type { SessionFile } from '../domain/storage/session-file.ts'
import { ok } from '../shared/result.ts'
import { DAY_MS, HOUR_MS } from '../shared/time.ts'

/** 15 November 2026, 14:32 UTC. */
export const NOW_MS = Date.UTC(2026, 10, 15, 14, 32)

const someHome: HomeRef = {
  id: 'main',
  label: 'main',
  path: '/homes/main',
  profile: null,
  root: '/homes/main',
  demo: false,
}

export const aSession = (row: Partial<SessionRow> = {}): SessionRow => ({
  id: '20261101_101010_abcdef',
  source: 'cli',
  model: 'lab/none',
  title: null,
  parentId: null,
  branchedFrom: null,
  delegateFrom: null,
  resetFrom: null,
  sessionKey: null,
  startedMs: NOW_MS - 30 * DAY_MS,
  endedMs: NOW_MS - 30 * DAY_MS + HOUR_MS,
  endReason: 'cli_close',
  heartbeatMs: null,
  lastMessageMs: null,
  messages: 0,
  toolCalls: 0,
  apiCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsd: null,
  costStatus: null,
  pinned: false,
  archived: false,
  handoffPending: false,
  ...row,
})

export const anOpenSession = (row: Partial<SessionRow> = {}): SessionRow =>
  aSession({ endedMs: null, endReason: null, ...row })

/** As assessing leaves an ended session without claims, apart from what is named. */
export const anAssessedSession = (fields: Partial<SessionRow & Assessment> = {}): Session =>
  ({
    ...aSession(),
    lastActiveMs: NOW_MS,
    state: 'ended',
    protections: [],
    cronJobId: null,
    ...fields,
  }) as Partial<Session> as Session

export const noClaims = (claims: Partial<SessionClaims> = {}): SessionClaims => ({
  routes: new Map(),
  turnLeases: new Map(),
  compressionLocks: new Map(),
  openChats: new Set(),
  pendingDelegations: new Set(),
  runningCronJobs: new Set(),
  liveBackends: new Set(),
  ...claims,
})

export const aRoute = (entry: Partial<RouteEntry> = {}): RouteEntry => ({
  key: 'agent:main:telegram:dm:1000',
  sessionId: 'routed',
  platform: 'telegram',
  chatType: 'dm',
  updatedMs: NOW_MS - HOUR_MS,
  displayName: null,
  lastPromptTokens: null,
  suspended: false,
  finalised: false,
  turnActive: false,
  inTable: true,
  inFile: true,
  ...entry,
})

export const aFile = (file: Partial<SessionFile> = {}): SessionFile => ({
  name: 'session_x.json',
  kind: 'transcript',
  sessionId: 'x',
  bytes: 4_096,
  apparentBytes: 3_000,
  modifiedMs: NOW_MS - 2 * DAY_MS,
  ...file,
})

export const aCheckpoint = (facts: Partial<CheckpointFacts> = {}): CheckpointFacts => ({
  id: '0123456789abcdef',
  layout: 'v1',
  workdir: '/code/project',
  fault: null,
  lastTouchedMs: NOW_MS - HOUR_MS,
  workdirSeen: 'present',
  commits: 3,
  bytes: 1_000_000,
  exclusiveBytes: 1_000_000,
  ...facts,
})

export const someConfig = (config: Partial<HermesConfig> = {}): HermesConfig => ({
  backend: 'sqlite',
  autoPrune: false,
  retentionDays: 90,
  autoPruneIntervalHours: 24,
  checkpointsEnabled: false,
  checkpointRetentionDays: 7,
  checkpointAutoPrune: true,
  checkpointDeletesOrphans: true,
  checkpointPruneIntervalHours: 24,
  cronOutputRetention: 50,
  resetDefault: { mode: 'both', atHour: 4, idleMinutes: 1440 },
  resetByType: {},
  resetByPlatform: {},
  routingMaxAgeDays: 90,
  multiplexProfiles: false,
  ...config,
})

export const someCapabilities = (capabilities: Partial<Capabilities> = {}): Capabilities => ({
  schemaVersion: 26,
  tables: ['sessions', 'messages'],
  sessionColumns: [],
  messageColumns: [],
  ftsLayout: 'C',
  cjkTriggers: false,
  ftsStale: false,
  unknownTriggers: [],
  unknownTables: [],
  journalMode: 'wal',
  replacedFileGuard: false,
  pageSizeBytes: 4_096,
  pageCount: 1_000,
  freePages: 0,
  ...capabilities,
})

/** A home that was read completely and contains nothing. Name the parts that matter. */
export const aSnapshot = (parts: Partial<HomeSnapshot> = {}): HomeSnapshot => ({
  home: someHome,
  seenAtMs: NOW_MS,
  database: ok({ capabilities: someCapabilities(), databaseBytes: 4_096_000, walBytes: 0, identity: '1:2' }),
  rows: ok([]),
  claims: ok(noClaims()),
  auxiliary: ok(null),
  routing: ok({ primary: 'none', entries: [] }),
  config: ok(someConfig()),
  liveness: { gatewayRunning: false, gatewayPid: null, servedBy: null, holders: [] },
  jobs: ok([]),
  executions: ok(null),
  recentOutputs: null,
  sessionFiles: ok({ files: [], irregular: 0, countedAtMs: NOW_MS }),
  storage: ok({ classes: [], countedAtMs: NOW_MS, tookMs: 1, reused: 0, walked: 1, unread: [] }),
  breakdown: ok({ files: [], folders: [], tops: [], checkpointStoreBytes: null }),
  checkpoints: ok({ items: [], temporaryPacks: { count: 0, bytes: 0, newestMs: null }, freshLocks: 0 }),
  cronOutputs: ok([]),
  notable: [],
  space: ok({ totalBytes: 40_000_000_000, freeBytes: 1_860_000_000, freeInodes: null }),
  ...parts,
})
