/** Incidents and detections for tests. Name what matters; the default is a looping cron job. */
import type { Detection, Incident } from '../../domain/watch/incidents/incident.ts'

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

export const aDetection = (change: Partial<Detection> = {}): Detection => ({
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
