import { mayHideProcesses } from './process-visibility.ts'

/** Whether a process id that stands in a home is in use; null where we cannot tell. A zombie counts as alive. */
export function isProcessAlive(
  pid: number,
  homePath: string,
  platform: NodeJS.Platform = process.platform,
): boolean | null {
  if (platform !== 'linux' && platform !== 'darwin') return null
  // Zero and negative numbers address groups of processes.
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    // EPERM: it lives and belongs to somebody else.
    if (code === 'EPERM') return true
    return code === 'ESRCH' && !mayHideProcesses(homePath, platform) ? false : null
  }
}
