/** Records who had a plan made and from where, even though a plan changes nothing. */
import type { Actor } from '../../../domain/access/actor.ts'
import type { MadePlan } from '../../../service/plan/make-plan.ts'
import { sharedGuard } from '../guard/shared-guard.ts'

/** Returns the response unchanged. */
export function recordPlan(actor: Actor, answer: MadePlan): MadePlan {
  if (answer.ok) {
    const { id, homeId, totals } = answer.value.plan
    sharedGuard.get()?.recorder.record({
      atMs: Date.now(),
      event: 'plan-made',
      actor: actor.name,
      role: actor.role,
      address: actor.address,
      detail: `plan ${id} of ${totals.act.items} items for ${homeId}`,
    })
  }
  return answer
}
