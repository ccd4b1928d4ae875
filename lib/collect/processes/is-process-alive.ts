import { errorCode } from '../../platform/error-code.ts'
import { mayHideProcesses } from './process-visibility.ts'

/** Whether a pid recorded in a home is in use. Null if that is unknown. A zombie counts as alive. */
export function isProcessAlive(
  pid: number,
  homePath: string,
  platform: NodeJS.Platform = process.platform,
): boolean | null {
  if (platform !== 'linux' && platform !== 'darwin') return null
  // Zero and negative numbers address process groups.
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    const code = errorCode(error)
    // EPERM: it exists and belongs to another user.
    if (code === 'EPERM') return true
    return code === 'ESRCH' && !mayHideProcesses(homePath, platform) ? false : null
  }
}
