/**
 * Who holds `gateway.lock`, the authoritative sign of a running gateway, by the kernel's list of locks.
 * Trying to take the lock ourselves could make a starting gateway believe that another one runs.
 */
import { type BigIntStats, lstatSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readProcFile } from './read-process-start.ts'

export type GatewayLock =
  | { readonly state: 'held'; readonly pid: number | null }
  | { readonly state: 'free' }
  | { readonly state: 'absent' }
  | { readonly state: 'unknown' }

export function readGatewayLock(homePath: string, platform: NodeJS.Platform): GatewayLock {
  const stats = lstatOrNull(join(homePath, 'gateway.lock'))
  if (stats === 'hidden') return { state: 'unknown' }
  if (stats === null) return { state: 'absent' }
  const locks = platform === 'linux' ? readProcFile('/proc/locks') : null
  if (locks === null) return { state: 'unknown' }
  const holder = parseLocks(locks).find((lock) => lock.inode === stats.ino && isSameFile(lock, stats))
  if (holder === undefined) return { state: 'free' }
  return { state: 'held', pid: holder.pid > 0 ? holder.pid : null }
}

type LockLine = { pid: number; major: number; minor: number; inode: bigint }

/** `1: FLOCK  ADVISORY  WRITE 1234 08:01:131 0 EOF`; lines with `->` only wait for a lock. */
function parseLocks(text: string): LockLine[] {
  const line = /^\d+: \S+ +\S+ +\S+ +(-?\d+) +([0-9a-f]+):([0-9a-f]+):(\d+) /gim
  return [...text.matchAll(line)].map(([, pid = '', major = '', minor = '', inode = '']) => ({
    pid: Number(pid),
    major: Number.parseInt(major, 16),
    minor: Number.parseInt(minor, 16),
    inode: BigInt(inode),
  }))
}

/** Some file systems report another device to stat than to the lock list; there the holder's files decide. */
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

function lstatOrNull(path: string): BigIntStats | 'hidden' | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch {
    // A home we may not enter can have a gateway all the same.
    return 'hidden'
  }
}

function statOrNull(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch {
    // Another user's process: its files cannot be compared.
    return null
  }
}
