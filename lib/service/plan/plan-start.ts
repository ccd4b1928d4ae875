/** Plans for findings of the overview, and the initial ages of the cleanup form. */
import type { AssessedHome } from '../../domain/home/assessed-home.ts'
import type { Disposition } from '../../domain/plan/action.ts'
import { DEFAULT_DAYS, policyOfFinding } from '../../domain/plan/finding-policy.ts'
import type { Policy } from '../../domain/plan/policy.ts'
import { failed } from '../../shared/result.ts'
import type { StoreContext } from '../../store/store-context.ts'
import type { HomeObserver } from '../observe/home-observer.ts'
import { snapshotFindings } from '../observe/snapshot-findings.ts'
import { type MadePlan, planAssessed } from './make-plan.ts'

export type FindingInput = {
  /** As named by a request. Only current findings have a plan. */
  readonly code: string
  readonly disposition: Disposition
  readonly by: string
}

export async function planFinding(
  home: HomeObserver,
  { code, disposition, by }: FindingInput,
  context: StoreContext,
): Promise<MadePlan> {
  const assessed = await home.assessedNow()
  const policy = policyNow(assessed, code, home.now())
  if (policy === null) return failed({ code: 'no-such-finding' })
  return planAssessed(home, assessed, { request: { steps: [policy], disposition }, by }, context)
}

function policyNow(assessed: AssessedHome, code: string, nowMs: number): Policy | null {
  const found = snapshotFindings(assessed, nowMs).find(
    (finding) => finding.code === code && finding.action !== null,
  )
  if (found === undefined) return null
  const { jobs, cronOutputs, config } = assessed.snapshot
  const known = jobs.ok ? new Set(jobs.value.map(({ id }) => id)) : null
  const folders = cronOutputs.ok ? cronOutputs.value : []
  const dead = known === null ? [] : folders.flatMap(({ jobId }) => (known.has(jobId) ? [] : [jobId]))
  return policyOfFinding(found.code, config.ok ? config.value : null, dead)
}

export type DefaultDays = typeof DEFAULT_DAYS

/** Hermes' configured ages, as the form's initial values. */
export async function readDefaultDays(home: HomeObserver): Promise<DefaultDays> {
  const { config } = (await home.assessedNow()).snapshot
  if (!config.ok) return DEFAULT_DAYS
  const { retentionDays, checkpointRetentionDays, cronOutputRetention } = config.value
  return { retentionDays, checkpointRetentionDays, cronOutputRetention }
}
