/** What happens to each session when some are pruned. */

import { planPruneSessions } from '../../domain/plan/actions/plan-prune-sessions.ts'
import type { PlanFacts } from '../../domain/plan/plan-facts.ts'
import type { PruneSessions } from '../../domain/plan/policy.ts'
import type { SessionRow } from '../../domain/sessions/session.ts'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { aSession, NOW_MS } from '../factories.ts'
import { factsOf } from '../plan-facts-of.ts'
import type { RandomHome } from './random-homes.ts'

export const POLICY: PruneSessions = {
  action: 'prune-sessions',
  ids: null,
  sources: null,
  cronJobs: null,
  olderThanDays: 7,
  keepNewest: null,
  includeShelved: false,
  minBytes: null,
  minMessages: null,
}

export const facts = (rows: readonly SessionRow[], home: Partial<RandomHome> = {}): PlanFacts =>
  factsOf({ rows, files: [], parts: {}, cronFolders: [], withoutRow: 0, ...home })

/** By session: `go` if it is removed, otherwise the code of the reason it is kept. */
export const outcomes = (known: PlanFacts, policy: Partial<PruneSessions> = {}): Record<string, string> =>
  Object.fromEntries(
    planPruneSessions(known, { ...POLICY, ...policy }).map(({ key, verdict, reason }) => [
      key.slice('session:'.length),
      verdict === 'act' ? 'go' : reason.code,
    ]),
  )

export const old = (id: string, row: Partial<SessionRow> = {}): SessionRow =>
  aSession({ id, startedMs: NOW_MS - 30 * DAY_MS, endedMs: NOW_MS - 30 * DAY_MS + HOUR_MS, ...row })
