/** The alert limits. They apply to every home. */
import type { AuditActor } from '../../domain/access/actor.ts'
import { DEFAULT_LIMITS, type WatchLimits } from '../../domain/watch/limits/limits.ts'
import { describeLimitChange } from '../../domain/watch/limits/words.ts'
import { ok } from '../../shared/result.ts'
import { type StoreContext, withStore } from '../../store/store-context.ts'
import { readStoredLimits, resetLimits, type StoredLimits, writeLimits } from '../../store/watch/limits.ts'
import { recordCommand } from './record-command.ts'

export function readWatchLimits(context: StoreContext): StoredLimits {
  const read = withStore(context, (store) => ok(readStoredLimits(store)))
  return read.ok
    ? read.value
    : { limits: DEFAULT_LIMITS, state: context.store === null ? 'default' : 'unreadable' }
}

export type SetLimitsInput = { readonly limits: WatchLimits | null; readonly by: AuditActor }

/** Null: back to the defaults. False: they could not be written, and the old ones stay. */
export function setWatchLimits(context: StoreContext, { limits, by }: SetLimitsInput): boolean {
  const before = readWatchLimits(context).limits
  const written = withStore(context, (store) => {
    if (limits === null) resetLimits(store)
    else writeLimits(store, limits)
    return ok(null)
  })
  if (written.ok) recordCommand(context, 'limits-changed', by, describeLimitChange(before, limits))
  return written.ok
}
