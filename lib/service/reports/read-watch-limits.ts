/** The alert limits, which apply to every home. The defaults if the stored ones cannot be read. */
import { DEFAULT_LIMITS } from '../../domain/watch/limits/limits.ts'
import { ok } from '../../shared/result.ts'
import { type StoreContext, withStore } from '../../store/store-context.ts'
import { readStoredLimits, type StoredLimits } from '../../store/watch/limits.ts'

export function readWatchLimits(context: StoreContext): StoredLimits {
  const read = withStore(context, (store) => ok(readStoredLimits(store)))
  return read.ok
    ? read.value
    : { limits: DEFAULT_LIMITS, state: context.store === null ? 'default' : 'unreadable' }
}
