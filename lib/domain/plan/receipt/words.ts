/** Texts of receipts: what a run did, what was restored, and what it still costs. */
import { formatBytes, formatCount, formatPlural } from '../../../shared/numbers.ts'
import type { Policy } from '../policy.ts'
import { runWords } from '../words.ts'
import type { Receipt } from './receipt.ts'

export const NO_SUCH_RECEIPT = 'Receipt not found.'
export const NO_RECORD_LEFT =
  'No record of this cleanup is left, so Steward can’t restore it. Its files are in the folder of the trash or archive.'
/** Of an item whose restore is planned or was tried. */
export const PLACE_TAKEN = 'Something else is in its place now, and Steward never overwrites anything.'
export const ALREADY_RESTORED = 'It is already back in place.'
export const restoredBy = (receiptId: string): string => `Receipt ${receiptId} already restored it.`

type RunSummary = Pick<
  Receipt,
  'kind' | 'restores' | 'disposition' | 'state' | 'total' | 'done' | 'skipped' | 'failed' | 'stopRequested'
> & { readonly steps: readonly Pick<Policy, 'action'>[] }

/** `2,151 items moved to trash, 3 skipped, 1 failed`. */
export function receiptTitle(receipt: RunSummary): string {
  if (receipt.total === 0) return 'Cleanup without a record'
  const words = runWords(receipt)
  if (receipt.state === 'running') return words.doing(receipt.total)
  if (receipt.state === 'rolled-back') return 'This run was undone: nothing was changed'
  return [
    `${formatPlural(receipt.done, 'item')} ${words.done}`,
    ...(receipt.skipped > 0 ? [`${formatCount(receipt.skipped)} skipped`] : []),
    ...(receipt.failed > 0 ? [`${formatCount(receipt.failed)} failed`] : []),
  ].join(', ')
}

type RunBytes = Pick<Receipt, 'kind' | 'disposition' | 'freedBytes' | 'promisedBytes' | 'keptBytes'>

/** `Promised 10.9 GB, moved 10.8 GB, freed 0 B so far`, measured on the disk if possible. */
export function receiptFinding(receipt: RunBytes, doneBytes: number): string {
  const promised = `Promised ${formatBytes(receipt.promisedBytes)}`
  if (receipt.kind === 'restore')
    return `${formatBytes(doneBytes)} of ${formatBytes(receipt.promisedBytes)} came back`
  const freed =
    receipt.freedBytes === null
      ? 'how much that freed is unknown'
      : `freed ${formatBytes(Math.max(0, receipt.freedBytes))}`
  if (receipt.disposition === 'delete') return `${promised}, ${freed}`
  const moved = receipt.disposition === 'trash' ? 'moved' : 'archived'
  return `${promised}, ${moved} ${formatBytes(doneBytes)}, ${freed}${receipt.disposition === 'trash' ? ' so far' : ''}`
}

export const RECEIPT_STATE_WORDS: Readonly<Record<Receipt['state'], string>> = {
  running: 'running',
  done: 'done',
  partial: 'not all of it',
  'rolled-back': 'undone',
}

/** These take no disk space, because the journal stores their previous state permanently. */
const IN_JOURNAL: ReadonlySet<string> = new Set(['close-leaked', 'gateway-entries'])

type Kept = Pick<Receipt, 'kind' | 'state' | 'done' | 'keptBytes'> & Pick<RunSummary, 'steps'>

/** Whether a restore plan could still restore something. */
export const mayRestore = ({ kind, state, done, keptBytes, steps }: Kept): boolean =>
  kind === 'cleanup' &&
  state !== 'running' &&
  done > 0 &&
  (keptBytes > 0 || steps.some(({ action }) => IN_JOURNAL.has(action)))
