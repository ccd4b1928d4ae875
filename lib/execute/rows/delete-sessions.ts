/**
 * Deletes the rows of planned sessions. Each is held against its mark in the transaction that takes it; what belongs
 * together goes together or stays. Small ones go several to a turn; a session too large for one turn goes in chunks, and
 * only if it was saved, so that it can be made whole again.
 */
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { DONE, type Protect, refuseChanged, refuseProtected, sessionLookup, skip } from './check-session.ts'
import { deleteLargeSession } from './delete-large-session.ts'
import { type SessionItem, toUnits, type Unit } from './delete-order.ts'
import { rowDeletes } from './delete-rows.ts'
import type { HomeWriter } from './open-writer.ts'
import { NOT_SAVED, type SavedRows, savedCheck } from './saved-rows.ts'
import { isLarge, isLargeCount, sessionWeigher } from './session-size.ts'
import { toOutcome } from './write-fault.ts'
import type { TurnClock } from './write-turns.ts'

export type DeleteOptions = {
  /** A fresh verdict, asked inside the transaction; an answer protects. */
  readonly protect: Protect
  /** Null: nothing of this batch was saved, so nothing large can go. */
  readonly saved: SavedRows | null
  /** Asked between items. */
  readonly stop: () => boolean
}

export type Outcomes = ReadonlyMap<string, Outcome>

/** By session id, one for every item. */
export async function deleteSessions(
  writer: HomeWriter,
  items: readonly SessionItem[],
  options: DeleteOptions,
): Promise<Outcomes> {
  const outcomes = new Map<string, Outcome>()
  const units = toUnits(items)
  const takeTurn = turnTaker(writer, units, unitAssessor(writer, options))
  let aloneUntil = 0
  for (let at = 0; at < units.length; ) {
    if (options.stop()) return settle(outcomes, units.slice(at), skip('stopped'))
    const limit = at < aloneUntil ? at + 1 : units.length
    const seen = { upTo: at }
    const turn = await writer.turn((clock) => takeTurn(at, limit, clock, seen))
    if (turn.ok) {
      for (const result of turn.value) for (const [id, outcome] of result) outcomes.set(id, outcome)
      at += turn.value.length
      if (turn.value.length > 0) continue
      for (const [id, outcome] of await deleteLargeUnit(writer, units[at] ?? [], options))
        outcomes.set(id, outcome)
      at += 1
    } else if (turn.fault.code !== 'sqlite') {
      return settle(outcomes, units.slice(at), toOutcome(turn.fault))
    } else if (seen.upTo > at + 1) {
      // One bad session must not hold up its neighbours: each of these is tried alone.
      aloneUntil = seen.upTo
    } else {
      settle(outcomes, units.slice(at, at + 1), toOutcome(turn.fault))
      at += 1
    }
  }
  return outcomes
}

type UnitOutcomes = ReadonlyMap<string, Outcome>

const PACK_MS = 15
const PACK_MESSAGES = { first: 40, least: 10, most: 4_000 }

/** Answers what became of each unit from `at` on, as far as the turn reached; nothing where the first is large. */
function turnTaker(writer: HomeWriter, units: readonly Unit[], assess: AssessUnit) {
  const deletes = rowDeletes(writer.db, writer.tables)
  let size = PACK_MESSAGES.first
  /** One statement for the messages of several sessions: for each statement the full-text index writes itself down. */
  const takePack = (from: number, limit: number, seen: { upTo: number }): UnitOutcomes[] => {
    const startedAt = performance.now()
    const results: UnitOutcomes[] = []
    const going: SessionItem[] = []
    let messages = 0
    for (let at = from; at < limit && messages < size; at += 1) {
      seen.upTo = at + 1
      const unit = units[at] ?? []
      const verdict = assess(unit)
      if (verdict === 'large') break
      results.push(verdict === 'small' ? allOf(unit, DONE) : verdict)
      if (verdict !== 'small') continue
      going.push(...unit)
      for (const { target } of unit) messages += target.mark.messages + 1
    }
    deletes.messagesOf(going.map(({ target }) => target.sessionId))
    for (const { target } of going) deletes.session(target.sessionId)
    const fitting = (messages * PACK_MS) / Math.max(performance.now() - startedAt, 0.1)
    if (messages > 0) size = Math.min(PACK_MESSAGES.most, Math.max(PACK_MESSAGES.least, fitting))
    return results
  }
  return (from: number, limit: number, clock: TurnClock, seen: { upTo: number }): UnitOutcomes[] => {
    const results: UnitOutcomes[] = []
    let startedAt: number
    do {
      startedAt = performance.now()
      const pack = takePack(from + results.length, limit, seen)
      if (pack.length === 0) break
      results.push(...pack)
    } while (from + results.length < limit && !clock.isOver(performance.now() - startedAt))
    return results
  }
}

type AssessUnit = (unit: Unit) => 'small' | 'large' | UnitOutcomes

/** Inside the transaction: whether every member may go, and at once; or what each becomes instead. */
function unitAssessor(writer: HomeWriter, options: DeleteOptions): AssessUnit {
  const lookup = sessionLookup(writer.db)
  const weigh = sessionWeigher(writer.db, writer.tables)
  const check = savedCheck(writer, options.saved)
  return (unit) => {
    const refused = new Map<string, Outcome>()
    const isHeavy = unit.some(
      ({ target }) => isLargeCount(target.mark.messages) || isLarge(weigh(target.sessionId)),
    )
    for (const { target } of unit) {
      const { sessionId, mark } = target
      const refusal =
        refuseChanged(lookup(sessionId), mark) ??
        refuseProtected(options.protect(sessionId, writer.db)) ??
        (isHeavy ? check.head(sessionId) : check.session(sessionId))
      if (refusal !== null) refused.set(sessionId, refusal)
    }
    if (refused.size > 0) return new Map([...allOf(unit, skip('kin-skipped')), ...refused])
    return isHeavy ? 'large' : 'small'
  }
}

/** One after the other; the first that has to stay keeps those after it. */
async function deleteLargeUnit(
  writer: HomeWriter,
  unit: Unit,
  { saved, protect }: DeleteOptions,
): Promise<UnitOutcomes> {
  const outcomes = new Map<string, Outcome>()
  if (saved === null) return allOf(unit, { kind: 'failed', code: 'not-saved', message: NOT_SAVED })
  for (const { target } of unit) {
    const outcome = await deleteLargeSession(writer, target, { saved, protect, isResumed: false })
    outcomes.set(target.sessionId, outcome)
    if (outcome.kind !== 'done') return new Map([...allOf(unit, skip('kin-skipped')), ...outcomes])
  }
  return outcomes
}

const allOf = (unit: Unit, outcome: Outcome): Map<string, Outcome> =>
  new Map(unit.map(({ target }) => [target.sessionId, outcome]))

function settle(outcomes: Map<string, Outcome>, units: readonly Unit[], outcome: Outcome): Outcomes {
  for (const { target } of units.flat()) outcomes.set(target.sessionId, outcome)
  return outcomes
}
