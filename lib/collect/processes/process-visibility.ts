/**
 * Whether processes that use a home may be invisible. In a container Steward sees only its own processes,
 * while a mounted disk may be shared with others. With a strict /proc it sees only its own user's.
 */
import { readlinkSync, statfsSync, statSync } from 'node:fs'
import { readProcFile } from '../../platform/read-process-start.ts'

/** The kernel's initial pid namespace, which sees all others and has the same number on every machine. */
const FIRST_NAMESPACE = 'pid:[4026531836]'
/** The file system type of a container's own disk. */
const OVERLAY = 0x79_4c_76_30

/** Null on a system without namespaces. */
const ownNamespace = (): string | null => {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    // No /proc, or a kernel without namespaces.
    return null
  }
}

/** Whether a pid written by another process may not exist in this namespace. */
export const mayHideProcesses = (homePath: string, platform: NodeJS.Platform): boolean =>
  platform === 'linux' && ownNamespace() !== FIRST_NAMESPACE && !isOnOwnDisk(homePath)

/** Whether /proc hides processes that may use files of `ownerUid`. */
export function hidesOtherUsers(ownerUid: number | 'unknown' | null): boolean {
  const uid = process.getuid?.()
  if (uid === 0 || uid === ownerUid) return false
  const mounts = readProcFile('/proc/self/mountinfo') ?? ''
  return /^\S+ \S+ \S+ \S+ \/proc .*hidepid=(?:2|4|invisible|ptraceable)/m.test(mounts)
}

/** Compares folders, because a file on an overlay may report the device of a lower layer. */
function isOnOwnDisk(homePath: string): boolean {
  try {
    return statfsSync('/').type === OVERLAY && statSync(homePath).dev === statSync('/').dev
  } catch {
    // The home is missing or not accessible.
    return false
  }
}
