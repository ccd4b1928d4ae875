/** Why the lock of a home prevents every change of it, whatever is in its database. */
import type { Refusal } from './refusals.ts'

export const OTHER_STEWARD = 'other-steward'
export const HOME_NOT_LOCKABLE = 'home-not-lockable'

/** `holder` is null if the system does not name the process. */
export function otherSteward(
  holder: { readonly pid: number; readonly dataDir: string | null } | null,
): Refusal {
  const who =
    holder === null
      ? ''
      : ` (process ${holder.pid}${holder.dataDir === null ? '' : `, data folder ${holder.dataDir}`})`
  return {
    code: OTHER_STEWARD,
    message: `Another Steward${who} manages this home. Clean up there, or stop it. This Steward can then write within seconds.`,
  }
}

export const homeNotLockable = (detail: string): Refusal => ({
  code: HOME_NOT_LOCKABLE,
  message: `Steward cannot lock this home and will not change it: ${detail}.`,
})
