/** Why a plan could not be made or read, shared by pages, actions and the HTTP API. */
import type { PlanFault } from '../../../service/plan/read-plan.ts'

export function describePlanFault(fault: PlanFault): string {
  switch (fault.code) {
    case 'no-such-plan':
      return 'There is no plan of this id. Plans are forgotten a day after they expire.'
    case 'no-such-finding':
      return 'This was found no more; look again.'
    case 'bad-cursor':
      return 'cursor belongs to no page of this list in this order.'
    case 'store-unavailable':
      return `Steward could not write its own notes: ${fault.detail}. Nothing was planned or changed. Look at the room on the disk of STEWARD_DATA.`
  }
}
