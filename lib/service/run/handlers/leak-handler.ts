/** Leaked sessions: two columns change, and change back. Nothing is saved, because the target has the old values. */
import { sourceOf } from '../../../collect/sessions/claims-by-id.ts'
import { describeOwner } from '../../../domain/plan/actions/plan-close-leaked.ts'
import type { RunItem } from '../../../domain/plan/plan.ts'
import type { Outcome } from '../../../domain/plan/receipt/receipt.ts'
import type { LeakTarget } from '../../../domain/plan/target.ts'
import { UNFINISHED } from '../../../execute/files/outcomes.ts'
import { DONE, type Protect, skip } from '../../../execute/rows/check-session.ts'
import { closeLeaked, isClosedBy, reopenLeaked } from '../../../execute/rows/close-leaked.ts'
import type { Outcomes } from '../../../execute/rows/delete-sessions.ts'
import { allOf, type ItemHandler, type ItemOutcomes, type Run, refusedBy } from '../run.ts'
import { readSessionRows } from './read-session-rows.ts'

export const leakHandler: ItemHandler<LeakTarget> = {
  remove: (run, { items }, begin) => {
    begin(null)
    return close(run, items, run.stop)
  },
  resume: async (run, { items }) => {
    const writer = run.writer()
    return writer.ok ? close(run, items, () => false) : settleByReading(run, items, refusedBy(writer.fault))
  },
  restore: async (run, _from, { items }) => {
    const writer = run.writer()
    if (!writer.ok) return allOf(items, refusedBy(writer.fault))
    return byItem(items, await reopenLeaked(writer.value, items.map(targetOf), { stop: run.stop }))
  },
}

async function close(
  run: Run,
  items: readonly RunItem<LeakTarget>[],
  stop: () => boolean,
): Promise<ItemOutcomes> {
  const writer = run.writer()
  if (!writer.ok) return allOf(items, refusedBy(writer.fault))
  const protect = makeProtect(run, items)
  return byItem(items, await closeLeaked(writer.value, items.map(targetOf), { protect, stop }))
}

/**
 * In addition to the usual protections: a process that opened the database since the plan and may own this
 * one.
 */
function makeProtect(run: Run, items: readonly RunItem<LeakTarget>[]): Protect {
  const liveness = run.liveness()
  const endAt = new Map(items.map(({ target }) => [target.sessionId, target.endAt]))
  return (id, db) => {
    const protection = run.protect(id, db)
    if (protection !== null) return protection
    const lastActiveMs = (endAt.get(id) ?? 0) * 1000
    return describeOwner({ source: sourceOf(db, id), lastActiveMs }, liveness)?.reason ?? null
  }
}

/**
 * For when nothing can be written any more: a session with the end we would give it was closed by the run.
 */
function settleByReading(run: Run, items: readonly RunItem<LeakTarget>[], refused: Outcome): ItemOutcomes {
  const rows = readSessionRows(
    run.home,
    items.map(({ target }) => target.sessionId),
  )
  if (rows === null)
    return allOf(
      items,
      refused.kind === 'failed' && refused.code === 'db-hot-journal'
        ? { ...refused, code: UNFINISHED }
        : UNREADABLE,
    )
  return new Map(
    items.map(({ id, target }) => [
      id,
      isClosedBy(rows.get(target.sessionId) ?? null, target) ? DONE : refused,
    ]),
  )
}

const UNREADABLE: Outcome = {
  kind: 'failed',
  code: UNFINISHED,
  message:
    'The database cannot be read now, so nobody can tell whether it was closed. It is looked at again.',
}

const targetOf = ({ target }: RunItem<LeakTarget>): LeakTarget => target

const byItem = (items: readonly RunItem<LeakTarget>[], outcomes: Outcomes): ItemOutcomes =>
  new Map(items.map(({ id, target }) => [id, outcomes.get(target.sessionId) ?? skip('stopped')]))
