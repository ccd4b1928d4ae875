/** Changes the alert limits, which apply to every home, and records who did. */
import type { AuditActor } from '../../domain/access/actor.ts'
import type { WatchLimits } from '../../domain/watch/limits/limits.ts'
import { describeLimitChange } from '../../domain/watch/limits/words.ts'
import { ok } from '../../shared/result.ts'
import { type StoreContext, withStore } from '../../store/store-context.ts'
import { resetLimits, writeLimits } from '../../store/watch/limits.ts'
import { readWatchLimits } from '../reports/read-watch-limits.ts'
import { recordCommand } from './record-command.ts'

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
