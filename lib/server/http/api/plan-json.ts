/** Plans in the JSON of the HTTP API. Times are ISO 8601. */
import type { Policy } from '../../../domain/plan/policy.ts'
import { simulatePlan } from '../../../domain/plan/simulate-plan.ts'
import type { PlanFault, ShownPlan } from '../../../service/plan/read-plan.ts'
import { toIso } from '../../../shared/time.ts'
import { apiError } from './api.ts'
import { describePlanFault } from './describe-plan-fault.ts'
import { badCursor } from './query-api.ts'

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
    items,
    itemsDeleted: plan.areItemsDeleted,
    nextCursor,
  }
}

const stepJson = ({ action, ...policy }: Policy): object => ({ action, policy })

export function planFault(fault: PlanFault): Response {
  if (fault.code === 'bad-cursor') return badCursor()
  return apiError(fault.code === 'store-unavailable' ? 'unavailable' : 'not-found', describePlanFault(fault))
}
