/** Why a planned step cannot run now. Its items are listed anyway. */
import { GATEWAY_UNKNOWN } from '../gateway/words.ts'
import type { Refusal } from '../home/refusals.ts'
import type { Action } from './action.ts'
import type { PlanFacts } from './plan-facts.ts'
import { stopsAction } from './stopped-by.ts'
import { STEP_REFUSALS } from './words.ts'

export function stepRefusals(action: Action, facts: PlanFacts): Refusal[] {
  const common = facts.refusals.filter(({ code }) => stopsAction(code, action))
  switch (action) {
    case 'compact-database':
      return distinct([...common, ...(facts.compaction?.refusals ?? [])])
    case 'gateway-entries':
      return [...common, ...gatewayRefusals(facts)]
    case 'checkpoints':
      return [...common, ...lockRefusals(facts)]
    default:
      return [...common]
  }
}

function gatewayRefusals({ home: { routes, snapshot } }: PlanFacts): Refusal[] {
  const { gatewayRunning, servedBy } = snapshot.liveness
  const refusals: Refusal[] = []
  if (gatewayRunning === true)
    refusals.push({ code: 'gateway-running', message: STEP_REFUSALS.gatewayRunning(servedBy) })
  if (gatewayRunning === null) refusals.push({ code: 'gateway-unknown', message: GATEWAY_UNKNOWN })
  if (routes === null) refusals.push({ code: 'routes-unknown', message: STEP_REFUSALS.routesUnknown })
  if (snapshot.routing.ok && snapshot.routing.value.mirrorFault !== undefined)
    refusals.push({ code: 'mirror-unreadable', message: STEP_REFUSALS.mirrorUnreadable })
  return refusals
}

function lockRefusals({ home: { snapshot } }: PlanFacts): Refusal[] {
  if (!snapshot.checkpoints.ok || snapshot.checkpoints.value.freshLocks === 0) return []
  return [{ code: 'fresh-locks', message: STEP_REFUSALS.freshLocks }]
}

function distinct(refusals: readonly Refusal[]): Refusal[] {
  const byCode = new Map(refusals.map((refusal) => [refusal.code, refusal]))
  return [...byCode.values()]
}
