/** Handles small items (a row or two) one after another, as many as fit in each turn. */
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { skip } from './check-session.ts'
import type { Outcomes } from './delete-sessions.ts'
import type { HomeWriter } from './open-writer.ts'
import { toOutcome } from './write-fault.ts'

export async function eachInTurns<T>(
  writer: HomeWriter,
  items: readonly T[],
  idOf: (item: T) => string,
  stop: () => boolean,
  act: (item: T) => Outcome,
): Promise<Outcomes> {
  const outcomes = new Map<string, Outcome>()
  for (let at = 0; at < items.length; ) {
    if (stop()) return settle(outcomes, items.slice(at).map(idOf), skip('stopped'))
    const turn = await writer.turn((clock) => {
      const done: [string, Outcome][] = []
      for (const item of items.slice(at)) {
        done.push([idOf(item), act(item)])
        if (clock.isOver() || stop()) break
      }
      return done
    })
    if (!turn.ok) return settle(outcomes, items.slice(at).map(idOf), toOutcome(turn.fault))
    for (const [id, outcome] of turn.value) outcomes.set(id, outcome)
    at += turn.value.length
  }
  return outcomes
}

function settle(outcomes: Map<string, Outcome>, ids: readonly string[], outcome: Outcome): Outcomes {
  for (const id of ids) outcomes.set(id, outcome)
  return outcomes
}
