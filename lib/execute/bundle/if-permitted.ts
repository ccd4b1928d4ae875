import { errorCode } from '../../platform/error-code.ts'

/** Only root may change an owner. For other users, restored files belong to the user. */
export function ifPermitted(change: () => void): void {
  try {
    change()
  } catch (error) {
    if (errorCode(error) !== 'EPERM') throw error
  }
}
