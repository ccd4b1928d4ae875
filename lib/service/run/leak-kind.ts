/** Sessions nobody closed: two columns change, and change back. Nothing need be saved: the target holds what was. */
import type { LeakTarget } from '../../domain/plan/target.ts'
import { skip } from '../../execute/rows/check-session.ts'
import { closeLeaked, reopenLeaked } from '../../execute/rows/close-leaked.ts'
import type { Outcomes } from '../../execute/rows/delete-sessions.ts'
import { allOf, type ItemOutcomes, type Kind, type Run, refusedBy, type Thing } from './run.ts'

export const leakKind: Kind<LeakTarget> = {
  take: (run, { things }, begin) => {
    begin(null)
    return close(run, things, run.stop)
  },
  resume: (run, { things }) => close(run, things, () => false),
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
  return byItem(things, await closeLeaked(writer.value, things.map(targetOf), { protect: run.protect, stop }))
}

const targetOf = ({ target }: Thing<LeakTarget>): LeakTarget => target

const byItem = (things: readonly Thing<LeakTarget>[], outcomes: Outcomes): ItemOutcomes =>
  new Map(things.map(({ itemId, target }) => [itemId, outcomes.get(target.sessionId) ?? skip('stopped')]))
