/** Who holds a lock on a file, from /proc/locks, which includes processes of other users. */
import { type BigIntStats, statSync } from 'node:fs'
import { readProcFile } from '../../platform/read-process-start.ts'

/** A pid is 0 if its owner is not shown. Null if there is no list. */
export function readLockOwners(files: readonly BigIntStats[]): number[] | null {
  const text = readProcFile('/proc/locks')
  if (text === null) return null
  return parseLocks(text).flatMap((lock) =>
    files.some((file) => lock.inode === file.ino && isSameFile(lock, file)) ? [Math.max(0, lock.pid)] : [],
  )
}

type LockLine = { pid: number; major: number; minor: number; inode: bigint }

/** `1: FLOCK  ADVISORY  WRITE 1234 08:01:131 0 EOF`. Lines with `->` only wait for a lock. */
function parseLocks(text: string): LockLine[] {
  const line = /^\d+: \S+ +\S+ +\S+ +(-?\d+) +([0-9a-f]+):([0-9a-f]+):(\d+) /gim
  return [...text.matchAll(line)].map(([, pid = '', major = '', minor = '', inode = '']) => ({
    pid: Number(pid),
    major: Number.parseInt(major, 16),
    minor: Number.parseInt(minor, 16),
    inode: BigInt(inode),
  }))
}

/** Some file systems report another device to stat than to the lock list. Then the process's open files decide. */
function isSameFile(lock: LockLine, stats: BigIntStats): boolean {
  const major = Number((stats.dev >> 8n) & 0xfffn)
  const minor = Number((stats.dev & 0xffn) | ((stats.dev >> 12n) & 0xfff00n))
  if (lock.major === major && lock.minor === minor) return true
  return lock.pid > 0 && holdsFile(lock.pid, stats)
}

function holdsFile(pid: number, stats: BigIntStats): boolean {
  for (let fd = 0; fd < 1024; fd += 1) {
    const open = statOrNull(`/proc/${pid}/fd/${fd}`)
    if (open !== null && open.ino === stats.ino && open.dev === stats.dev) return true
  }
  return false
}

function statOrNull(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch {
    // Files of another user's process cannot be compared.
    return null
  }
}
