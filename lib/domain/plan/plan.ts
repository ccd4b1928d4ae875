/**
 * A plan: every item a run may touch and every item it keeps, each with its reason, frozen under a digest.
 */
import type { Action, Disposition } from './action.ts'
import type { Policy } from './policy.ts'
import type { Target } from './target.ts'

export type Verdict = 'act' | 'keep'

/** `code` is for scripts, `message` for people. Both come from `reasons.ts`. */
export type Reason = { readonly code: string; readonly message: string }

export type PlanItem = {
  /** Unique in its plan. */
  readonly id: string
  /** Index into the plan's steps. */
  readonly step: number
  readonly kind: Target['kind']
  /** Identifies it in every plan of this home: `session:<id>`, `file:sessions/<name>`. */
  readonly key: string
  /** As the operator knows it: a title, a file name, a folder. */
  readonly label: string
  readonly verdict: Verdict
  readonly reason: Reason
  /** Bytes the run frees on disk now or at expiry. Rows inside the database count as `rowBytes` instead. */
  readonly bytes: number
  readonly apparentBytes: number
  /**
   * Bytes of messages in state.db. Hermes can reuse them at once, and a compaction returns them to the disk.
   */
  readonly rowBytes: number | null
  /**
   * Items with the same value are removed together or not at all: a lineage, a session with its delegates.
   */
  readonly together: string | null
  /** When it was last used or written, ISO 8601. Null if unknown. */
  readonly lastActiveAt: string | null
}

/** An item that a run acts on, with its identity in the home. The target never leaves the server. */
export type RunItem<T extends Target = Target> = Pick<
  PlanItem,
  'id' | 'kind' | 'label' | 'bytes' | 'together'
> & { readonly target: T }

export type Amount = {
  readonly items: number
  readonly bytes: number
  readonly apparentBytes: number
  readonly rowBytes: number
}

export type PlanTotals = {
  readonly act: Amount
  readonly keep: Amount
  /**
   * Acted on before kept, then largest first. The message is the group's, an item's own may be more specific.
   */
  readonly byReason: readonly (Amount & {
    readonly verdict: Verdict
    readonly step: number
    readonly code: string
    readonly message: string
  })[]
  readonly byStep: readonly { readonly action: Action; readonly act: Amount; readonly keep: Amount }[]
}

export type PlanState = 'open' | 'approved' | 'expired'

export type Plan = {
  readonly id: string
  readonly homeId: string
  readonly homePath: string
  readonly steps: readonly Policy[]
  readonly disposition: Disposition
  readonly createdAtMs: number
  readonly expiresAtMs: number
  /** SHA-256 over everything a run depends on. */
  readonly digest: string
  readonly totals: PlanTotals
  /** Why a planned step cannot run now: a live gateway, a holder, a read-only home. */
  readonly refusals: readonly { readonly step: number; readonly code: string; readonly message: string }[]
  readonly createdBy: string
  /** The disk at planning time, for the forecast. */
  readonly disk: PlanDisk
  /** The receipt to restore. Null for a cleanup. In a restore, `act` means that the item comes back. */
  readonly restores: string | null
}

export type PlanDisk = {
  readonly freeBytes: number | null
  readonly growthBytesPerDay: number | null
}

/** The content of an approval: plan, digest and unticked items. The browser never names a path. */
export type Approval = {
  readonly planId: string
  readonly digest: string
  readonly except: readonly string[]
  /** The typed phrase. Required for delete only. */
  readonly consent: string | null
  /** A script with an operator's token chose the disposition itself, so its digest is its consent. */
  readonly isScript?: boolean
}
