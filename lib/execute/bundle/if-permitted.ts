import { errorCode } from '../../platform/error-code.ts'

/** Only root may give a file away; for anybody else what is restored is their own. */
export function ifPermitted(change: () => void): void {
  try {
    change()
  } catch (error) {
    if (errorCode(error) !== 'EPERM') throw error
  }
}
