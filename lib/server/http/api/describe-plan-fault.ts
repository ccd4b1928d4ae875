/** Why a plan could not be made or read, shared by pages, actions and the HTTP API. */
import { ITEMS_DELETED, NO_SUCH_FINDING, NO_SUCH_PLAN } from '../../../domain/plan/words.ts'
import type { PlanFault } from '../../../service/plan/read-plan.ts'

export function describePlanFault(fault: PlanFault): string {
  switch (fault.code) {
    case 'no-such-plan':
      return NO_SUCH_PLAN
    case 'no-such-finding':
      return NO_SUCH_FINDING
    case 'items-deleted':
      return ITEMS_DELETED
    case 'bad-cursor':
      return 'cursor belongs to no page of this list in this order.'
    case 'store-unavailable':
      return `Steward could not write its own records: ${fault.detail}. Nothing was planned or changed.`
  }
}
