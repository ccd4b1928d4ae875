/** Claims the plan and opens its receipt in one commit, so a double click starts one run. */
import { randomUUID } from 'node:crypto'
import type { Refusal } from '../../domain/home/refusals.ts'
import { isConsent } from '../../domain/plan/consent.ts'
import type { Approval } from '../../domain/plan/plan.ts'
import { NO_SUCH_PLAN } from '../../domain/plan/words.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { readRunItems } from '../../store/plans/plan-items.ts'
import { claimPlan, readPlan, type StoredPlan } from '../../store/plans/plans.ts'
import { openReceipt } from '../../store/plans/receipts.ts'
import { homeOfRecord, type RunTools } from './open-run.ts'

export type ApprovalRefused = {
  readonly code:
    | 'no-such-plan'
    | 'no-such-home'
    | 'no-such-item'
    | 'digest-differs'
    | 'plan-expired'
    | 'already-run'
    | 'refused'
    | 'nothing-left'
    | 'consent-needed'
  readonly message: string
  /** With `already-run`: the receipt of that run. */
  readonly receiptId?: string
}

export function approvePlan(
  tools: RunTools,
  approval: Approval,
  by: string,
): Result<{ readonly receiptId: string }, ApprovalRefused> {
  // Asked before the transaction, because the thread that answers may be waiting for this database.
  const locked = lockRefusalOf(tools, approval)
  return tools.store.db.transaction(() => approve(tools, approval, by, locked)).immediate()
}

/** Null too for a plan that is refused anyway. */
function lockRefusalOf(tools: RunTools, { planId, digest }: Approval): Refusal | null {
  const plan = readPlan(tools.store, planId, tools.now())
  if (plan?.state !== 'open' || plan.digest !== digest) return null
  const home = homeOfRecord(tools, plan)
  return home === null ? null : tools.lockRefusal(home.path)
}

function approve(
  tools: RunTools,
  approval: Approval,
  by: string,
  locked: Refusal | null,
): ReturnType<typeof approvePlan> {
  const { store, now } = tools
  const plan = readPlan(store, approval.planId, now())
  if (plan === null) return refuse('no-such-plan')
  if (plan.receiptId !== null) return failed({ ...described('already-run'), receiptId: plan.receiptId })
  if (plan.digest !== approval.digest) return refuse('digest-differs')
  if (plan.state === 'expired') return refuse('plan-expired')
  const home = homeOfRecord(tools, plan)
  if (home === null) return refuse('no-such-home')
  const refusal = plan.refusals[0] ?? locked
  if (refusal !== null) return failed({ code: 'refused', message: refusal.message })
  const all = readRunItems(store, plan.id, [])
  const ids = new Set(all.map(({ id }) => id))
  if (approval.except.some((id) => !ids.has(id))) return refuse('no-such-item')
  const items = readRunItems(store, plan.id, approval.except)
  if (items.length === 0) return refuse('nothing-left')
  if (needsConsent(plan, approval) && !isConsent(approval.consent ?? '', items.length, home.label))
    return refuse('consent-needed')
  const receiptId = randomUUID()
  const claimed = claimPlan(store, { ...approval, receiptId, by, nowMs: now() })
  if (!claimed.ok) return refuse(claimed.fault.code)
  const kept = plan.disposition === 'delete' ? null : tools.keptMs[plan.disposition]
  openReceipt(store, {
    id: receiptId,
    planId: plan.id,
    homeId: plan.homeId,
    homePath: plan.homePath,
    kind: plan.restores === null ? 'cleanup' : 'restore',
    restores: plan.restores,
    disposition: plan.disposition,
    startedAtMs: now(),
    approvedBy: by,
    total: items.length,
    promisedBytes: items.reduce((sum, { bytes }) => sum + bytes, 0),
    expiresAtMs: kept === null || plan.restores !== null ? null : now() + kept,
  })
  return ok({ receiptId })
}

/** A restore removes nothing, so it needs no consent. A script may omit it, but a wrong one is refused. */
const needsConsent = ({ disposition, restores }: StoredPlan, { isScript, consent }: Approval): boolean =>
  disposition === 'delete' && restores === null && !(isScript === true && consent === null)

const WORDS = {
  'no-such-plan': NO_SUCH_PLAN,
  'no-such-home': 'The home this plan was made for is not open here now. Open it again, or make a new plan.',
  'no-such-item': 'The plan has no item of one of these ids, or it stays anyway.',
  'digest-differs': 'This is not the plan as it was shown. Look at it again.',
  'plan-expired':
    'The plan is more than an hour old, or the clock was set back since. Make a new one; the home has changed.',
  'already-run': 'This plan was approved already. A plan runs once.',
  'nothing-left': 'Everything is unticked, so there is nothing to do.',
  'consent-needed':
    'Deleting for good needs the typed words: delete, the number of items, from, and the name of the home.',
} as const satisfies Partial<Record<ApprovalRefused['code'], string>>

const described = (code: keyof typeof WORDS): ApprovalRefused => ({ code, message: WORDS[code] })
const refuse = (code: keyof typeof WORDS) => failed(described(code))
