/** Plans as the HTTP interface tells them: times in ISO 8601, and of each item what a person may see of it. */
import type { PlanItem } from '../../../domain/plan/plan.ts'
import type { Policy } from '../../../domain/plan/policy.ts'
import { showItem } from '../../../domain/plan/shown-item.ts'
import { simulatePlan } from '../../../domain/plan/simulate-plan.ts'
import type { PlanFault, ShownPlan } from '../../../service/plan/read-plan.ts'
import { toIso } from '../../../shared/time.ts'
import { apiError } from './api.ts'
import { badCursor } from './ask-api.ts'
import { describePlanFault } from './describe-plan-fault.ts'

export function planJson({ plan, items, nextCursor }: ShownPlan): object {
  const { disk, totals, disposition } = plan
  return {
    id: plan.id,
    digest: plan.digest,
    state: plan.state,
    home: plan.homeId,
    homePath: plan.homePath,
    createdAt: toIso(plan.createdAtMs),
    createdBy: plan.createdBy,
    expiresAt: toIso(plan.expiresAtMs),
    approvedAt: toIso(plan.approvedAtMs),
    approvedBy: plan.approvedBy,
    receiptId: plan.receiptId,
    disposition,
    steps: plan.steps.map(stepJson),
    totals,
    refusals: plan.refusals,
    disk: { ...disk, ...simulatePlan(disk, totals.act.bytes, disposition) },
    items: items.map(itemJson),
    nextCursor,
  }
}

const stepJson = ({ action, ...policy }: Policy): object => ({ action, policy })

export const itemJson: (item: PlanItem) => object = showItem

export function planFault(fault: PlanFault): Response {
  if (fault.code === 'bad-cursor') return badCursor()
  return apiError(fault.code === 'no-such-plan' ? 'not-found' : 'unavailable', describePlanFault(fault))
}
