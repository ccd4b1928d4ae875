/**
 * Subagents outside the policy whose parent session is removed. They are removed with it if they pass every
 * guard, otherwise they are kept, listed and unlinked. Pure.
 */
import { smallest } from '../../../shared/smallest.ts'
import type { Session } from '../../sessions/session.ts'
import type { ReasonText } from '../reasons.ts'
import { describeUnlinked } from '../words.ts'
import type { Unit, Units } from './conversation-units.ts'
import { labelOf } from './session-candidates.ts'

type KeepReason = (part: Session) => ReasonText

/** Adds to `acted`, calls `stay` with the others, and returns which session started each. */
export function assessStarted<Acted extends readonly unknown[]>(
  outside: readonly Unit[],
  { delegatorsOf }: Units,
  acted: Map<Unit, Acted>,
  assess: (unit: Unit) => KeepReason | Acted,
  stay: (unit: Unit, why: KeepReason) => void,
): ReadonlyMap<Unit, Unit> {
  const assessed = new Map<Unit, KeepReason | Acted>()
  const started = outside.filter((unit) => delegatorsOf(unit).length > 0)
  for (let isNew = started.length > 0; isNew; ) {
    isNew = false
    for (const unit of started) {
      if (assessed.has(unit) || !delegatorsOf(unit).some((above) => acted.has(above))) continue
      const verdict = assess(unit)
      assessed.set(unit, verdict)
      if (typeof verdict !== 'function') acted.set(unit, verdict)
      isNew = true
    }
  }
  // Named once all are known, so that row order does not matter.
  const starters = new Map<Unit, Unit>()
  for (const [unit, verdict] of assessed) {
    const above = delegatorsOf(unit).filter((each) => acted.has(each))
    for (const starter of smallest(above, 1, (a, b) => (a.id < b.id ? -1 : 1))) {
      starters.set(unit, starter)
      if (typeof verdict === 'function') stay(unit, (part) => unlinked(verdict(part), starter))
    }
  }
  return starters
}

const unlinked = ({ reason, group }: ReasonText, { lead }: Unit): ReasonText => ({
  reason: { ...reason, message: describeUnlinked(reason.message, labelOf(lead)) },
  group,
})
