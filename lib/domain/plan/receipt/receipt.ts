/** The outcome of a run, item by item. Written during the run, so that a killed run has one too. */
import type { TrigramFault } from '../../database/trigrams.ts'
import type { Disposition } from '../action.ts'

export type ReceiptState = 'running' | 'done' | 'partial' | 'rolled-back'

export type Outcome =
  | {
      readonly kind: 'done'
      readonly freedBytes: number
      /** What remained of it, in words. */
      readonly note?: string
    }
  /** For example, changed since the preview. Left untouched. */
  | { readonly kind: 'skipped'; readonly code: SkipCode; readonly message: string }
  /** The item failed. `message` describes its state. */
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }

export type SkipCode =
  | 'row-changed'
  | 'row-gone'
  | 'message-arrived'
  | 'now-protected'
  | 'file-changed'
  | 'file-gone'
  /** A transcript with messages that the rows lack. */
  | 'only-copy'
  | 'not-a-plain-file'
  | 'folder-changed'
  | 'other-disk'
  | 'in-use'
  | 'relative-skipped'
  | 'place-taken'
  | 'stopped'
  | TrigramFault
  | 'no-space'
  | 'git-unsafe'
  /** The trash no longer has what the run moved there. */
  | 'changed-in-trash'
  /** It was in place before the restore. */
  | 'already-restored'
  | 'too-large'

/** The outcome of one item. */
export type ItemOutcome = {
  readonly id: string
  readonly label: string
  /** Null while it is running. */
  readonly outcome: Outcome | null
}

export type Receipt = {
  readonly id: string
  readonly planId: string
  readonly homeId: string
  readonly kind: 'cleanup' | 'restore'
  /** For a restore: the receipt it restores. */
  readonly restores: string | null
  readonly disposition: Disposition
  readonly state: ReceiptState
  readonly startedAtMs: number
  readonly endedAtMs: number | null
  readonly approvedBy: string
  readonly total: number
  readonly done: number
  readonly skipped: number
  readonly failed: number
  readonly promisedBytes: number
  /** Measured on the disk if possible, not the sum of the plan. */
  readonly freedBytes: number | null
  /** Space that trash or archive of this run still takes. 0 once expired or restored. */
  readonly keptBytes: number
  readonly expiresAtMs: number | null
  readonly stopRequested: boolean
  /** Why it freed less than planned, in words. Null if there is nothing to report. */
  readonly note: string | null
  /** When it was found beside its trash or archive, after Steward's own record was lost. Null if it never was. */
  readonly foundAtMs: number | null
}
