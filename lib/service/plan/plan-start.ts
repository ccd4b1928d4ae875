/** Ready-made starts: the plan a finding of the overview stands for, and the ages a form begins with. */

import type { Finding } from '../../domain/overview/overview.ts'
import type { Disposition } from '../../domain/plan/action.ts'
import { DEFAULT_DAYS, policyOfFinding } from '../../domain/plan/finding-policy.ts'
import { failed } from '../../shared/result.ts'
import type { HomeObserver } from '../observe/home-observer.ts'
import { makeHomePlan } from './make-plan.ts'
import type { PlanAnswer } from './read-plan.ts'

export type FindingInput = {
  readonly code: Finding['code']
  readonly disposition: Disposition
  readonly by: string
}

export async function planFinding(
  home: HomeObserver,
  { code, disposition, by }: FindingInput,
): Promise<PlanAnswer> {
  const { snapshot } = await home.assessedNow()
  const known = snapshot.jobs.ok ? new Set(snapshot.jobs.value.map(({ id }) => id)) : null
  const folders = snapshot.cronOutputs.ok ? snapshot.cronOutputs.value : []
  const dead = known === null ? [] : folders.flatMap(({ jobId }) => (known.has(jobId) ? [] : [jobId]))
  const policy = policyOfFinding(code, snapshot.config.ok ? snapshot.config.value : null, dead)
  if (policy === null) return failed({ code: 'no-such-plan' })
  return makeHomePlan(home, { request: { steps: [policy], disposition }, by })
}

export type DefaultDays = typeof DEFAULT_DAYS

/** The ages Hermes itself is set to: where a form starts. */
export async function readDefaultDays(home: HomeObserver): Promise<DefaultDays> {
  const { config } = (await home.assessedNow()).snapshot
  if (!config.ok) return DEFAULT_DAYS
  const { retentionDays, checkpointRetentionDays, cronOutputRetention } = config.value
  return { retentionDays, checkpointRetentionDays, cronOutputRetention }
}
