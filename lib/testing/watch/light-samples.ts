/** Samples and ticks for tests. Name what matters; the default is a quiet home. */
import { NO_TOKENS } from '../../domain/tokens/token-sums.ts'
import type { DatabaseSample, LightSample, SessionTick } from '../../domain/watch/light-sample.ts'
import { ok } from '../../shared/result.ts'
import { NOW_MS } from '../factories.ts'

const aDatabaseSign = (sign: Partial<DatabaseSample> = {}): DatabaseSample => ({
  identity: '1:2:',
  databaseBytes: 10_000_000,
  walBytes: 1_000_000,
  lastMessageId: 100,
  lastMessageMs: NOW_MS,
  sessions: 10,
  openSessions: 2,
  totals: NO_TOKENS,
  ...sign,
})

export const aSample = (takeSample: Partial<LightSample> = {}): LightSample => ({
  atMs: NOW_MS,
  sinceMs: 5_000,
  database: ok(aDatabaseSign()),
  moved: [],
  burnt: NO_TOKENS,
  costUsd: null,
  messages: 0,
  apiCalls: 0,
  space: ok({ totalBytes: 40e9, freeBytes: 20e9, freeInodes: 1_000 }),
  totalInodes: 2_000,
  device: 2049,
  holders: [],
  holdersAskedMs: NOW_MS,
  gateway: { running: true, process: '812:1', activeAgents: 0, activeMs: NOW_MS },
  hermesPause: null,
  heavy: null,
  ...takeSample,
})

export const aTick = (tick: Partial<SessionTick> = {}): SessionTick => ({
  id: 'a',
  source: 'cli',
  model: null,
  title: null,
  cronJobId: null,
  startedMs: NOW_MS,
  tokens: NO_TOKENS,
  costUsd: null,
  costStatus: null,
  apiCalls: 0,
  messages: 0,
  toolCalls: 0,
  userMessages: 0,
  totalTokens: NO_TOKENS,
  totalMessages: 0,
  iterationsSinceUser: 0,
  repeats: 0,
  repeatedCall: null,
  ...tick,
})
