/** Access to what is in `steward.db` and belongs to no home, such as plans, receipts, the audit log and limits. */
import { dirname } from 'node:path'
import { failed, type Result } from '../shared/result.ts'
import { describeStoreError } from './describe-store-error.ts'
import type { Store, StoreFault } from './open-store.ts'

export type StoreContext = {
  /** Null while Steward's own database cannot be opened. */
  readonly store: Store | null
  readonly now: () => number
  /** What STEWARD_DATA names, while its disk is full and the store is in a temporary folder. */
  readonly temporaryFor?: string | null
  /** Why the store cannot be opened. */
  readonly trouble?: string
}

/** A full disk under our own data is for the operator to fix, so it is a fault and not an exception. */
export function withStore<T, Fault = never>(
  { store, trouble }: StoreContext,
  work: (store: Store) => Result<T, Fault>,
): Result<T, Fault | StoreFault> {
  if (store === null)
    return failed({ code: 'store-unavailable', detail: trouble ?? 'Steward’s own database cannot be opened' })
  try {
    return work(store)
  } catch (error) {
    return failed({ code: 'store-unavailable', detail: describeStoreError(error, dirname(store.db.name)) })
  }
}
