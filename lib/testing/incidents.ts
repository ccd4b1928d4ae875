/** Incidents, sightings and looks for tests, quiet but for what the test is about. */
import { NO_TOKENS } from '../domain/token-sums.ts'
import type { Incident, Sighting } from '../domain/watch/incident.ts'
import type { LightSample, SessionTick } from '../domain/watch/light-sample.ts'
import { ok } from '../shared/result.ts'

export const anIncident = (change: Partial<Incident> = {}): Incident => ({
  id: '6d7f0b9e-0000-4000-8000-000000000001',
  homeId: 'main',
  kind: 'runaway-session',
  subject: 'cron_7c2e90d4ab11_20261116_120000',
  level: 'warn',
  title: 'inbox-triage is looping',
  rule: 'over 50 K tokens a minute for 2 minutes',
  openedMs: 1_790_000_000_000,
  closedMs: null,
  lastSeenMs: 1_790_000_005_000,
  acknowledged: null,
  timeline: [
    { atMs: 1_790_000_000_000, kind: 'opened', words: '212 K tokens a minute, same call 209 times' },
  ],
  unit: 'tokens/min',
  limit: 50_000,
  values: [{ atMs: 1_790_000_000_000, value: 212_000 }],
  ...change,
})

export const aSighting = (change: Partial<Sighting> = {}): Sighting => ({
  kind: 'runaway-session',
  subject: 'cron_7c2e90d4ab11_20261116_120000',
  level: 'warn',
  title: 'inbox-triage is looping',
  rule: 'over 50 K tokens a minute for 2 minutes',
  evidence: '212 K tokens a minute, same call 209 times',
  value: 212_000,
  unit: 'tokens/min',
  limit: 50_000,
  ...change,
})

export const aTick = (change: Partial<SessionTick> = {}): SessionTick => ({
  id: 'cron_7c2e90d4ab11_20261116_120000',
  source: 'cron',
  model: null,
  title: null,
  cronJobId: '7c2e90d4ab11',
  startedMs: 1_790_000_000_000,
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
  ...change,
})

export const aLook = (atMs: number, change: Partial<LightSample> = {}): LightSample => ({
  atMs,
  sinceMs: 5_000,
  database: ok({
    identity: 'one',
    databaseBytes: 1_000_000,
    walBytes: 0,
    lastMessageId: 1,
    lastMessageMs: atMs - 1_000,
    sessions: 2,
    openSessions: 1,
    totals: NO_TOKENS,
  }),
  moved: [],
  burnt: NO_TOKENS,
  costUsd: null,
  messages: 0,
  apiCalls: 0,
  space: ok({ totalBytes: 100_000_000_000, freeBytes: 50_000_000_000, freeInodes: 1_000_000 }),
  totalInodes: 2_000_000,
  holders: [],
  gateway: { running: null, activeAgents: null, activeMs: null },
  heavy: null,
  ...change,
})
