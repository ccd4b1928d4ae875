/**
 * Promise 5 of docs/safety.md, checked on a home after anything happened to a run: every item is untouched,
 * can be restored, or is recorded as deleted with consent. Nothing else changed, nothing is partly done, and
 * the receipt explains what failed.
 */
import { readBatches } from '../../store/plans/journal.ts'
import { readReceipt, type StoredReceipt } from '../../store/plans/receipts.ts'
import { captureHome } from '../capture-home.ts'
import type { CleanLab } from '../clean-lab.ts'
import { findFaults } from '../home-rows.ts'
import { type HomeState, unexpectedChanges } from './unexpected-changes.ts'

/** Problems as text. Empty if there are none. */
export async function crashSafetyProblems(
  lab: CleanLab,
  receiptId: string,
  before: HomeState,
  allowed: { readonly temporaryFiles: boolean },
): Promise<string[]> {
  const receipt = readReceipt(lab.store, receiptId)
  if (receipt === null) return ['there is no receipt']
  const wrong = receiptProblems(lab, receiptId)
  wrong.push(...findFaults(lab.home.path).map((fault) => `damaged: ${fault}`))
  if (receipt.state === 'running') return wrong
  const isDeleted = receipt.disposition === 'delete'
  if (!isDeleted && receipt.done > 0 && (await whatComesBack(lab, receiptId)) > 0) {
    const restored = await lab.restore(receiptId)
    wrong.push(...receiptProblems(lab, restored.id))
    if (restored.state !== 'done') wrong.push(`the restore ended ${restored.state}`)
  }
  const taken = isDeleted ? readBatches(lab.store, receiptId).flatMap(({ items }) => items) : []
  const changed = unexpectedChanges(before, captureHome(lab.home.path), taken)
  return [...wrong, ...changed.filter((line) => !(allowed.temporaryFiles && TEMPORARY.test(line)))]
}

/** What a receipt fails to report: how it ended, and the outcome of each item. */
export function receiptProblems(lab: CleanLab, receiptId: string): string[] {
  const receipt = readReceipt(lab.store, receiptId)
  return receipt === null ? ['there is no receipt'] : [...countsOf(receipt), ...wordsOf(lab, receiptId)]
}

const whatComesBack = async (lab: CleanLab, receiptId: string): Promise<number> =>
  (await lab.restorePlan(receiptId)).totals.act.items

function countsOf({ state, total, done, skipped, failed }: StoredReceipt): string[] {
  const wrong = state === 'running' ? ['the receipt is still open'] : []
  if (done + skipped + failed !== total)
    wrong.push(`${total} items, but ${done} done, ${skipped} skipped, ${failed} failed`)
  return wrong
}

/** A plain sentence without names of classes or functions. */
function wordsOf({ store }: CleanLab, receiptId: string): string[] {
  return readBatches(store, receiptId).flatMap(({ items }) =>
    items.flatMap(({ label, outcome }) => {
      if (outcome === null) return [`${label} has no outcome`]
      if (outcome.kind === 'done') return []
      const isSaid =
        /[A-Z].* .*\./s.test(outcome.message) && !/undefined|\[object| {4}at /.test(outcome.message)
      return isSaid ? [] : [`${label}: «${outcome.message}» says nothing`]
    }),
  )
}

/** Hermes leaves temporary files next to the routing index too, and a cleanup offers them. */
const TEMPORARY = /^new: \/sessions\/\.sessions_\S+\.tmp /
