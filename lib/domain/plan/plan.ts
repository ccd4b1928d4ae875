/** A plan: everything a run may touch and everything it will leave, each with its reason, frozen under a digest. */
import type { Action, Disposition } from './action.ts'
import type { Policy } from './policy.ts'
import type { Target } from './target.ts'

export type Verdict = 'act' | 'keep'

/** `code` for scripts, `message` for people; both come from `reasons.ts`. */
export type Reason = { readonly code: string; readonly message: string }

export type PlanItem = {
  /** Unique in its plan. */
  readonly id: string
  /** Index into the plan's steps. */
  readonly step: number
  readonly kind: Target['kind']
  /** What it is, the same in every plan of this home: `session:<id>`, `file:sessions/<name>`. */
  readonly key: string
  /** As the operator knows it: a title, a file name, a folder. */
  readonly label: string
  readonly verdict: Verdict
  readonly reason: Reason
  /** What the run frees on disk now or at expiry; rows inside the database count as `rowBytes`, not here. */
  readonly bytes: number
  readonly apparentBytes: number
  /** Bytes of messages inside state.db: reusable by Hermes at once, given back to the disk by a compaction. */
  readonly rowBytes: number | null
  /** Items with the same text go together or not at all: a lineage, a session with its delegates. */
  readonly together: string | null
  /** When it was last used or written, ISO 8601; null where that is unknown. */
  readonly lastActiveAt: string | null
}

/** An item that a run acts on, with what identifies it in the home. The target never leaves the server. */
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
  /** Will go before kept, then largest first. The message is that of the group; an item's own may say more. */
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
  /** Why nothing of a step can run now, though it was planned: a live gateway, a holder, a read-only home. */
  readonly refusals: readonly { readonly step: number; readonly code: string; readonly message: string }[]
  readonly createdBy: string
  /** The disk as it was when the plan was made, for what the plan would change about it. */
  readonly disk: PlanDisk
  /** The receipt it would bring back; null for a cleanup. Then `act` means that the item comes back. */
  readonly restores: string | null
}

export type PlanDisk = {
  readonly freeBytes: number | null
  readonly growthBytesPerDay: number | null
}

/** What an approval may say: which plan, as it was seen, and what was unticked. The browser never names a path. */
export type Approval = {
  readonly planId: string
  readonly digest: string
  readonly except: readonly string[]
  /** The typed phrase; needed for delete only. */
  readonly consent: string | null
  /** A script holds an operator's token and named the disposition itself: its digest is its word. */
  readonly isScript?: boolean
}
