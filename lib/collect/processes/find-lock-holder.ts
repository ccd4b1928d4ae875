/** Which process holds a lock on a file, and which `steward.db` it has open. Linux only. */
import { type BigIntStats, readdirSync, readlinkSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { readLockOwners } from './read-kernel-locks.ts'

export type LockHolder = { readonly pid: number; readonly dataDir: string | null }

/** Null if the system does not name it. */
export function findLockHolder(file: BigIntStats, storeFile: string): LockHolder | null {
  const pid = readLockOwners([file])?.find((owner) => owner > 0)
  return pid === undefined ? null : { pid, dataDir: findFolder(pid, storeFile) }
}

function findFolder(pid: number, storeFile: string): string | null {
  const folder = `/proc/${pid}/fd`
  try {
    for (const fd of readdirSync(folder)) {
      const target = readLink(`${folder}/${fd}`)
      if (target !== null && basename(target) === storeFile) return dirname(target)
    }
  } catch {
    // Another user's process, or one that has just ended.
  }
  return null
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    // Closed in the meantime.
    return null
  }
}
