/** What the system or SQLite refused in the middle of a batch, told apart from a mistake of ours, and in words. */
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { skipped, UNFINISHED } from '../../execute/files/outcomes.ts'
import { errorCode, isNoSpace } from '../../platform/error-code.ts'

/** Node's own complaints about arguments begin with ERR_. */
export function isSystemTrouble(error: unknown): boolean {
  const code = errorCode(error)
  return code !== null && !code.startsWith('ERR_')
}

/** For things nothing was done to. */
export function leftAlone(error: unknown): Outcome {
  const code = errorCode(error) ?? 'unknown'
  if (isNoSpace(error) || code === 'SQLITE_FULL') return skipped('no-space')
  const said =
    code.startsWith('SQLITE_') && error instanceof Error
      ? `SQLite says ${error.message}`
      : `The system says ${code}`
  return { kind: 'failed', code, message: `${said}. It was left as it is.` }
}

/** After a kill nobody knows whether a thing was taken before; where it cannot be seen either, the question stays open. */
export const orOpen = (outcome: Outcome): Outcome =>
  outcome.kind === 'failed' && /^(E[A-Z]+|git-failed)$/.test(outcome.code)
    ? { ...outcome, code: UNFINISHED }
    : outcome

/** For what may stay behind: it is ours, costs a little, and is tried again. */
export function quietly(act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!isSystemTrouble(error)) throw error
  }
}
