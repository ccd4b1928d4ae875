/** Whether a process id is in use on this machine; null where we cannot ask. A zombie counts as alive. */
export function isProcessAlive(pid: number, platform: NodeJS.Platform = process.platform): boolean | null {
  if (platform !== 'linux' && platform !== 'darwin') return null
  // Zero and negative numbers address groups of processes.
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    // EPERM: it lives and belongs to somebody else.
    return code === 'ESRCH' ? false : code === 'EPERM' ? true : null
  }
}
