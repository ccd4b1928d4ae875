/**
 * Who holds `gateway.lock`, the authoritative sign of a running gateway, from the kernel's list of locks.
 * Taking the lock to test it could make a starting gateway believe another one runs.
 */
import { type BigIntStats, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { mayHideProcesses } from './process-visibility.ts'
import { readLockOwners } from './read-kernel-locks.ts'

export type GatewayLock =
  | { readonly state: 'held'; readonly pid: number | null }
  | { readonly state: 'free' }
  | { readonly state: 'absent' }
  | { readonly state: 'unknown' }

export function readGatewayLock(homePath: string, platform: NodeJS.Platform): GatewayLock {
  const stats = lstatOrNull(join(homePath, 'gateway.lock'))
  if (stats === 'hidden') return { state: 'unknown' }
  if (stats === null) return { state: 'absent' }
  const owners = platform === 'linux' ? readLockOwners([stats]) : null
  if (owners === null) return { state: 'unknown' }
  const [owner] = owners
  if (owner !== undefined) return { state: 'held', pid: owner > 0 ? owner : null }
  // The list omits locks of invisible processes.
  return { state: mayHideProcesses(homePath, platform) ? 'unknown' : 'free' }
}

function lstatOrNull(path: string): BigIntStats | 'hidden' | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch {
    // A home that is not accessible may still have a gateway.
    return 'hidden'
  }
}
