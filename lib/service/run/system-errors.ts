/** Errors of the system or SQLite in the middle of a batch, as opposed to bugs, and their outcomes. */
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { skipped, UNFINISHED } from '../../execute/files/outcomes.ts'
import { errorCode, isNoSpace } from '../../platform/error-code.ts'

/** Node's own argument errors begin with ERR_. */
export function isSystemError(error: unknown): boolean {
  const code = errorCode(error)
  return code !== null && !code.startsWith('ERR_')
}

/** For items that were not touched. */
export function untouchedAfter(error: unknown): Outcome {
  const code = errorCode(error) ?? 'unknown'
  if (isNoSpace(error) || code === 'SQLITE_FULL') return skipped('no-space')
  const said =
    code.startsWith('SQLITE_') && error instanceof Error
      ? `SQLite says ${error.message}`
      : `The system says ${code}`
  return { kind: 'failed', code, message: `${said}. It was left as it is.` }
}

/** After a kill an item may be gone already. Where that cannot be read either, it counts as unfinished. */
export const orUnfinished = (outcome: Outcome): Outcome =>
  outcome.kind === 'failed' && /^(E[A-Z]+|git-failed)$/.test(outcome.code)
    ? { ...outcome, code: UNFINISHED }
    : outcome

/** For Steward's own data, where a failure leaves only a little behind and is retried. */
export function ignoreSystemErrors(act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!isSystemError(error)) throw error
  }
}
