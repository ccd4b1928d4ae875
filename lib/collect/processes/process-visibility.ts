/**
 * Whether somebody at work on a home can be out of our sight. In a container Steward sees its own processes alone, and a
 * disk that was lent to it is lent to others as well; with a strict /proc it sees those of its own user alone.
 */
import { readlinkSync, statfsSync, statSync } from 'node:fs'
import { readProcFile } from '../../platform/read-process-start.ts'

/** The number of the kernel's first namespace of processes, the same on every machine; it sees all the others. */
const FIRST_NAMESPACE = 'pid:[4026531836]'
/** The kind of disk that a container has for itself. */
const OVERLAY = 0x79_4c_76_30

/** Null where that cannot be asked, as on a system without namespaces. */
const ownNamespace = (): string | null => {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    // No /proc, or a kernel without namespaces.
    return null
  }
}

/** Whether a process id written by another process may belong to one that has no number here. */
export const mayHideProcesses = (homePath: string, platform: NodeJS.Platform): boolean =>
  platform === 'linux' && ownNamespace() !== FIRST_NAMESPACE && !isOnOwnDisk(homePath)

/** Whether /proc leaves out processes that may work on files of `ownerUid`. */
export function hidesOtherUsers(ownerUid: number | 'unknown' | null): boolean {
  const uid = process.getuid?.()
  if (uid === 0 || uid === ownerUid) return false
  const mounts = readProcFile('/proc/self/mountinfo') ?? ''
  return /^\S+ \S+ \S+ \S+ \/proc .*hidepid=(?:2|4|invisible|ptraceable)/m.test(mounts)
}

/** A folder's device is told truly on such a disk; a file's may be that of a layer below. */
function isOnOwnDisk(homePath: string): boolean {
  try {
    return statfsSync('/').type === OVERLAY && statSync(homePath).dev === statSync('/').dev
  } catch {
    // A home that is missing, or one that cannot be entered.
    return false
  }
}
