/** Sessions nobody closed: two columns change, and change back. Nothing need be saved: the target holds what was. */
import { sourceOf } from '../../collect/sessions/claims-by-id.ts'
import { describeOwner } from '../../domain/plan/actions/plan-close-leaked.ts'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { LeakTarget } from '../../domain/plan/target.ts'
import { UNFINISHED } from '../../execute/files/outcomes.ts'
import { DONE, type Protect, skip } from '../../execute/rows/check-session.ts'
import { closeLeaked, isClosedBy, reopenLeaked } from '../../execute/rows/close-leaked.ts'
import type { Outcomes } from '../../execute/rows/delete-sessions.ts'
import { allOf, type ItemHandler, type ItemOutcomes, type Run, refusedBy, type Thing } from './run.ts'
import { seeRows } from './see-rows.ts'

export const leakHandler: ItemHandler<LeakTarget> = {
  take: (run, { things }, begin) => {
    begin(null)
    return close(run, things, run.stop)
  },
  resume: async (run, { things }) => {
    const writer = run.writer()
    return writer.ok ? close(run, things, () => false) : settleByReading(run, things, refusedBy(writer.fault))
  },
  restore: async (run, _from, { things }) => {
    const writer = run.writer()
    if (!writer.ok) return allOf(things, refusedBy(writer.fault))
    return byItem(things, await reopenLeaked(writer.value, things.map(targetOf), { stop: run.stop }))
  },
}

async function close(
  run: Run,
  things: readonly Thing<LeakTarget>[],
  stop: () => boolean,
): Promise<ItemOutcomes> {
  const writer = run.writer()
  if (!writer.ok) return allOf(things, refusedBy(writer.fault))
  const protect = makeProtect(run, things)
  return byItem(things, await closeLeaked(writer.value, things.map(targetOf), { protect, stop }))
}

/** Beside what protects any session: a process that came to the database since the plan and may own this one. */
function makeProtect(run: Run, things: readonly Thing<LeakTarget>[]): Protect {
  const liveness = run.liveness()
  const endAt = new Map(things.map(({ target }) => [target.sessionId, target.endAt]))
  return (id, db) => {
    const protection = run.protect(id, db)
    if (protection !== null) return protection
    const lastActiveMs = (endAt.get(id) ?? 0) * 1000
    return describeOwner({ source: sourceOf(db, id), lastActiveMs }, liveness)?.reason ?? null
  }
}

/** Where nothing may be written any more: what has the end we would give it was closed by the run. */
function settleByReading(run: Run, things: readonly Thing<LeakTarget>[], refused: Outcome): ItemOutcomes {
  const rows = seeRows(
    run.home,
    things.map(({ target }) => target.sessionId),
  )
  if (rows === null) return allOf(things, UNREADABLE)
  return new Map(
    things.map(({ itemId, target }) => [
      itemId,
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

const targetOf = ({ target }: Thing<LeakTarget>): LeakTarget => target

const byItem = (things: readonly Thing<LeakTarget>[], outcomes: Outcomes): ItemOutcomes =>
  new Map(things.map(({ itemId, target }) => [itemId, outcomes.get(target.sessionId) ?? skip('stopped')]))
