/**
 * Plans the single item of a compaction, the database itself. Step refusals decide whether it may run now.
 */
import { act, type DraftInput, type ItemDraft, keep } from '../item-draft.ts'
import type { PlanFacts } from '../plan-facts.ts'
import { reasonFor } from '../reasons.ts'

/** `rowBytes` are the bytes that earlier steps of the same plan free inside the database. */
export function planCompactDatabase({ home, compaction }: PlanFacts, rowBytes: number): ItemDraft[] {
  const { database } = home.snapshot
  if (!database.ok) return []
  const gainBytes = (compaction?.gainBytes ?? 0) + rowBytes
  const candidate: DraftInput = {
    key: 'database',
    kind: 'database',
    label: 'state.db',
    bytes: gainBytes,
    apparentBytes: gainBytes,
    rowBytes: 0,
    lastActiveMs: null,
  }
  if (gainBytes === 0) return [keep(candidate, reasonFor('nothing-to-gain'))]
  return [
    act(candidate, reasonFor('free-pages', { bytes: gainBytes }), {
      kind: 'database',
      identity: database.value.identity,
      gainBytes,
    }),
  ]
}
