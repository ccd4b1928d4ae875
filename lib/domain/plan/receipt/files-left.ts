/** A session whose rows were deleted but not all of its files. */
import type { Outcome } from './receipt.ts'

export const FILES_LEFT = 'files-left'

/** Whether a session's rows are gone. An item whose files stayed is not done. */
export const areRowsGone = (outcome: Outcome | null): boolean =>
  outcome?.kind === 'done' || (outcome?.kind === 'failed' && outcome.code === FILES_LEFT)
