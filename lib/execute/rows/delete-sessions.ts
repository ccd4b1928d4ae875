/**
 * Deletes planned sessions. Each is compared with its fingerprint inside the transaction, and groups are
 * deleted completely or not at all. Small sessions share a turn. A large one takes several turns and must be
 * saved first, so that it can be restored halfway.
 */
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { DONE, type Protect, refuseChanged, refuseProtected, sessionLookup, skip } from './check-session.ts'
import { deleteLargeSession } from './delete-large-session.ts'
import { type DeleteGroup, type SessionDelete, toDeleteGroups } from './delete-order.ts'
import { rowDeletes } from './delete-rows.ts'
import type { HomeWriter } from './open-writer.ts'
import { NOT_SAVED, type SavedRows, savedCheck } from './saved-rows.ts'
import { isLarge, refuseTooLarge, sessionSizeReader } from './session-size.ts'
import { type TrigramGuard, trigramGuard } from './trigram-guard.ts'
import { toOutcome } from './write-fault.ts'
import type { TurnClock } from './write-turns.ts'

export type DeleteOptions = {
  /** Checked again inside the transaction. A reason protects the session. */
  readonly protect: Protect
  /** Null if nothing was saved; then large sessions are not deleted. */
  readonly saved: SavedRows | null
  /** Checked between items. */
  readonly stop: () => boolean
}

export type Outcomes = ReadonlyMap<string, Outcome>

/** By session id, one for every item. */
export async function deleteSessions(
  writer: HomeWriter,
  items: readonly SessionDelete[],
  options: DeleteOptions,
): Promise<Outcomes> {
  const outcomes = new Map<string, Outcome>()
  const groups = toDeleteGroups(items)
  const ids = items.map(({ target }) => target.sessionId)
  const assess = groupAssessor(writer, options, trigramGuard(writer, ids))
  const deleteInTurn = turnDeleter(writer, groups, assess)
  let aloneUntil = 0
  for (let at = 0; at < groups.length; ) {
    if (options.stop()) return settle(outcomes, groups.slice(at), skip('stopped'))
    const limit = at < aloneUntil ? at + 1 : groups.length
    const progress = { upTo: at }
    const turn = await writer.turn((clock) => deleteInTurn(at, limit, clock, progress))
    if (turn.ok) {
      for (const result of turn.value) for (const [id, outcome] of result) outcomes.set(id, outcome)
      at += turn.value.length
      if (turn.value.length > 0) continue
      for (const [id, outcome] of await deleteLargeGroup(writer, groups[at] ?? [], options))
        outcomes.set(id, outcome)
      at += 1
    } else if (turn.fault.code !== 'sqlite') {
      return settle(outcomes, groups.slice(at), toOutcome(turn.fault))
    } else if (progress.upTo > at + 1) {
      // One damaged session must not block the others, so each of these is tried alone.
      aloneUntil = progress.upTo
    } else {
      settle(outcomes, groups.slice(at, at + 1), toOutcome(turn.fault))
      at += 1
    }
  }
  return outcomes
}

type GroupOutcomes = ReadonlyMap<string, Outcome>

const PACK_MS = 15
const PACK_MESSAGES = { first: 40, least: 10, most: 4_000 }

/** Returns the outcomes of the groups from `at` on, as far as the turn reached. Empty if the first is large. */
function turnDeleter(writer: HomeWriter, groups: readonly DeleteGroup[], assess: AssessGroup) {
  const deletes = rowDeletes(writer.db, writer.tables)
  let size = PACK_MESSAGES.first
  /** One statement for several sessions, because the full-text index is flushed after each statement. */
  const deletePack = (from: number, limit: number, progress: { upTo: number }): GroupOutcomes[] => {
    const startedAt = performance.now()
    const results: GroupOutcomes[] = []
    const deletable: SessionDelete[] = []
    let messages = 0
    for (let at = from; at < limit && messages < size; at += 1) {
      progress.upTo = at + 1
      const group = groups[at] ?? []
      const verdict = assess(group)
      if (verdict === 'large') break
      results.push(verdict === 'small' ? allOf(group, DONE) : verdict)
      if (verdict !== 'small') continue
      deletable.push(...group)
      for (const { target } of group) messages += target.mark.messages + 1
    }
    deletes.messagesOf(deletable.map(({ target }) => target.sessionId))
    for (const { target } of deletable) deletes.session(target.sessionId)
    const fitting = (messages * PACK_MS) / Math.max(performance.now() - startedAt, 0.1)
    if (messages > 0) size = Math.min(PACK_MESSAGES.most, Math.max(PACK_MESSAGES.least, fitting))
    return results
  }
  return (from: number, limit: number, clock: TurnClock, seen: { upTo: number }): GroupOutcomes[] => {
    const results: GroupOutcomes[] = []
    let startedAt: number
    do {
      startedAt = performance.now()
      const pack = deletePack(from + results.length, limit, seen)
      if (pack.length === 0) break
      results.push(...pack)
    } while (from + results.length < limit && !clock.isOver(performance.now() - startedAt))
    return results
  }
}

type AssessGroup = (unit: DeleteGroup) => 'small' | 'large' | GroupOutcomes

/** Inside the transaction: whether the whole group can be deleted now, or each session's outcome. */
function groupAssessor(writer: HomeWriter, options: DeleteOptions, guard: TrigramGuard): AssessGroup {
  const lookup = sessionLookup(writer.db)
  const sizeOf = sessionSizeReader(writer.db, writer.tables)
  const check = savedCheck(writer, options.saved)
  return (group) => {
    const refused = new Map<string, Outcome>()
    const sizes = new Map(group.map(({ target }) => [target.sessionId, sizeOf(target.sessionId)]))
    const isLargeGroup = [...sizes.values()].some(isLarge)
    for (const { target } of group) {
      const { sessionId, mark: fingerprint } = target
      const size = sizes.get(sessionId)
      const refusal =
        refuseChanged(lookup(sessionId), fingerprint) ??
        (size === undefined ? null : refuseTooLarge(size)) ??
        refuseProtected(options.protect(sessionId, writer.db)) ??
        guard.session(sessionId) ??
        (isLargeGroup ? check.head(sessionId) : check.session(sessionId))
      if (refusal !== null) refused.set(sessionId, refusal)
    }
    if (refused.size > 0) return new Map([...allOf(group, skip('relative-skipped')), ...refused])
    return isLargeGroup ? 'large' : 'small'
  }
}

/** One after another. The first that must stay keeps the ones after it. */
async function deleteLargeGroup(
  writer: HomeWriter,
  group: DeleteGroup,
  { saved, protect }: DeleteOptions,
): Promise<GroupOutcomes> {
  const outcomes = new Map<string, Outcome>()
  if (saved === null) return allOf(group, { kind: 'failed', code: 'not-saved', message: NOT_SAVED })
  for (const { target } of group) {
    const outcome = await deleteLargeSession(writer, target, { saved, protect, isResumed: false })
    outcomes.set(target.sessionId, outcome)
    if (outcome.kind !== 'done') return new Map([...allOf(group, skip('relative-skipped')), ...outcomes])
  }
  return outcomes
}

const allOf = (group: DeleteGroup, outcome: Outcome): Map<string, Outcome> =>
  new Map(group.map(({ target }) => [target.sessionId, outcome]))

function settle(outcomes: Map<string, Outcome>, groups: readonly DeleteGroup[], outcome: Outcome): Outcomes {
  for (const { target } of groups.flat()) outcomes.set(target.sessionId, outcome)
  return outcomes
}
