/** What a run did, item by item. A receipt is written as the run goes, so that a killed run has one too. */
import type { Disposition } from '../action.ts'

export type ReceiptState = 'running' | 'done' | 'partial' | 'rolled-back'

export type Outcome =
  | {
      readonly kind: 'done'
      readonly freedBytes: number
      /** What of it stayed all the same, in words. */
      readonly note?: string
    }
  /** Changed since the preview, or its like: left exactly as it was. */
  | { readonly kind: 'skipped'; readonly code: SkipCode; readonly message: string }
  /** Something went wrong; `message` says what state the item is in. */
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }

export type SkipCode =
  | 'row-changed'
  | 'row-gone'
  | 'message-arrived'
  | 'now-protected'
  | 'file-changed'
  | 'file-gone'
  | 'not-a-plain-file'
  | 'folder-changed'
  | 'in-use'
  | 'kin-skipped'
  | 'place-taken'
  | 'stopped'
  | 'no-space'

/** What became of one item. */
export type ItemOutcome = {
  readonly id: string
  readonly label: string
  /** Null while it is under way. */
  readonly outcome: Outcome | null
}

export type Receipt = {
  readonly id: string
  readonly planId: string
  readonly homeId: string
  readonly kind: 'cleanup' | 'restore'
  /** For a restore: the receipt it brings back. */
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
  /** By the disk's own count where there is one, not the sum of what was planned. */
  readonly freedBytes: number | null
  /** What trash or archive of this run still cost; 0 once expired or restored. */
  readonly keptBytes: number
  readonly expiresAtMs: number | null
  readonly stopRequested: boolean
  /** Why it freed less than was promised, in words; null where there is nothing to say. */
  readonly note: string | null
}
