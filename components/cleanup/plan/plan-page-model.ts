/** The data of a plan's page: the frozen plan and its home. */
import type { Role } from '@/lib/domain/access/actor'
import type { Disposition } from '@/lib/domain/plan/action'
import type { Approval, Plan, PlanItem, PlanState } from '@/lib/domain/plan/plan'
import type { ProtectedCount } from '@/lib/domain/plan/protected-counts'
import type { Result } from '@/lib/shared/result'

export type PlanPage = Plan & {
  readonly state: PlanState
  readonly home: { readonly label: string; readonly shortPath: string; readonly demo: boolean }
  /** The home folder of the user that runs Steward: shown as `~`. */
  readonly ownFolder: string
  /** How long it may still be approved, by the server's clock. */
  readonly expiresInMs: number
  /** The first items of each group, by its key. */
  readonly first: Readonly<Record<string, readonly PlanItem[]>>
  /** Items that are always protected. Empty if the home is not available now. */
  readonly protectedCounts: readonly ProtectedCount[]
  /** How long trash is kept. Null: until it is purged. */
  readonly trashDays: number | null
}

/** Why this viewer may not approve the plan. Null if they may. */
export type MayNot = 'viewer' | 'read-only' | null

export const mayNotOf = (role: Role, readOnly: boolean): MayNot =>
  role === 'viewer' ? 'viewer' : readOnly ? 'read-only' : null

type Refused = { readonly code: string; readonly message: string }

/** Passed as props, because components cannot import the server. */
export type PlanActions = {
  readonly approvePlan: (approval: Approval) => Promise<Result<{ readonly receiptId: string }, Refused>>
  /** Plans the same steps again for the current home, possibly with another disposition. */
  readonly planAgain: (input: {
    planId: string
    disposition: Disposition
    /** Steps to leave out, by number. */
    without: readonly number[]
  }) => Promise<Result<{ readonly planId: string }, Refused>>
}
