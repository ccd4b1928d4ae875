/** Removes the sessions that must be kept from a batch, each with its outcome, before any row is deleted. */
import type { RunItem } from '../../../domain/plan/plan.ts'
import type { Outcome } from '../../../domain/plan/receipt/receipt.ts'
import type { SessionTarget } from '../../../domain/plan/target.ts'
import { checkFile } from '../../../execute/files/check-file.ts'
import { prepareTrash } from '../../../execute/files/move-to-trash.ts'
import { attempt, done, skipped } from '../../../execute/files/outcomes.ts'
import { refuseUnmovable } from '../../../execute/files/refuse-unmovable.ts'
import { skip } from '../../../execute/rows/check-session.ts'
import type { ItemOutcomes, Run } from '../run.ts'
import { readSessionRows } from './read-session-rows.ts'

export type SessionRunItem = RunItem<SessionTarget>

/** A session whose file was written since the preview is in use, whatever its row says. */
export const dropChanged = (
  run: Run,
  items: readonly SessionRunItem[],
  outcomes: ItemOutcomes,
): readonly SessionRunItem[] =>
  dropSome(
    items,
    ({ target }) => {
      for (const fingerprint of target.files) {
        const seen = attempt('It was left as it is.', () => {
          const code = checkFile(run.home.path, fingerprint)
          return code !== null ? skipped(code) : (refuseUnmovable(run.home.path, fingerprint) ?? done(0))
        })
        if (seen.kind !== 'done') return seen
      }
      return null
    },
    outcomes,
  )

/**
 * After a kill: sessions whose rows are whole and whose files cannot be moved now. Not where a relative of theirs is gone:
 * such a family is finished, or put back whole.
 */
export function dropUnmovable(
  run: Run,
  items: readonly SessionRunItem[],
  outcomes: ItemOutcomes,
): readonly SessionRunItem[] {
  const why = new Map(
    items.flatMap(({ id, target }) => {
      const refusal = target.files.map((file) => refuseUnmovable(run.home.path, file)).find((each) => each)
      return refusal ? [[id, refusal] as const] : []
    }),
  )
  if (why.size === 0) return items
  const rows = readSessionRows(
    run.home,
    items.map(({ target }) => target.sessionId),
  )
  const isWhole = ({ target }: SessionRunItem) =>
    rows?.get(target.sessionId)?.messages === target.mark.messages
  const begun = new Set(items.flatMap((item) => (isWhole(item) ? [] : (item.together ?? item.id))))
  return dropSome(
    items,
    (item) => (begun.has(item.together ?? item.id) ? null : (why.get(item.id) ?? null)),
    outcomes,
  )
}

/** Made before rows are deleted, because a full disk may have no room for a folder. */
export function trashRefusal(run: Run, { target }: SessionRunItem): Outcome | null {
  if (run.disposition !== 'trash') return null
  for (const { path } of target.files) {
    const made = attempt('It was left as it is.', () => {
      const place = prepareTrash(run.home.path, run.receiptId, path)
      return place.ok ? done(0) : skipped(place.fault)
    })
    if (made.kind !== 'done') return made
  }
  return null
}

/** An item that drops out also excludes the rest of its family. */
export function dropSome(
  items: readonly SessionRunItem[],
  why: (item: SessionRunItem) => Outcome | null,
  outcomes: ItemOutcomes,
): readonly SessionRunItem[] {
  const families = new Set<string>()
  for (const item of items) {
    const outcome = why(item)
    if (outcome === null) continue
    outcomes.set(item.id, outcome)
    if (item.together !== null) families.add(item.together)
  }
  return items.filter(({ id, together }) => {
    if (outcomes.has(id)) return false
    const hasLeft = together !== null && families.has(together)
    if (hasLeft) outcomes.set(id, skip('relative-skipped'))
    return !hasLeft
  })
}
