/** Why a planned step cannot run now. Its items are listed anyway. */
import type { Refusal } from '../home/refusals.ts'
import type { Action } from './action.ts'
import type { PlanFacts } from './plan-facts.ts'

/** Steps that write rows. The others only move files, which no database layout prevents. */
const WRITES_ROWS: ReadonlySet<Action> = new Set<Action>([
  'prune-sessions',
  'close-leaked',
  'gateway-entries',
  'compact-database',
])

export function stepRefusals(action: Action, facts: PlanFacts): Refusal[] {
  const common = WRITES_ROWS.has(action)
    ? facts.refusals
    : facts.refusals.filter(({ code }) => code === 'read-only')
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
    refusals.push({
      code: 'gateway-running',
      message: `${servedBy === null ? 'The gateway is running' : `The gateway of ${servedBy} serves this home too`} and would write its own copy of the index over ours. Stop it first: hermes gateway stop.`,
    })
  if (gatewayRunning === null)
    refusals.push({
      code: 'gateway-unknown',
      message:
        'Whether a gateway runs here cannot be told. Ask hermes gateway status, and stop it if it runs.',
    })
  if (routes === null)
    refusals.push({
      code: 'routes-unknown',
      message:
        'The routing index could not be read. Look at the notices of the overview, mend it and plan again.',
    })
  if (snapshot.routing.ok && snapshot.routing.value.mirrorFault !== undefined)
    refusals.push({
      code: 'mirror-unreadable',
      message:
        'sessions.json cannot be read, and an entry removed from one copy alone comes back from the other. Start the gateway once, which writes the file anew, stop it and plan again.',
    })
  return refusals
}

function lockRefusals({ home: { snapshot } }: PlanFacts): Refusal[] {
  if (!snapshot.checkpoints.ok || snapshot.checkpoints.value.freshLocks === 0) return []
  return [
    {
      code: 'fresh-locks',
      message:
        'A git may be at work on the checkpoints: there are locks younger than ten minutes. Plan again later.',
    },
  ]
}

function distinct(refusals: readonly Refusal[]): Refusal[] {
  const byCode = new Map(refusals.map((refusal) => [refusal.code, refusal]))
  return [...byCode.values()]
}
