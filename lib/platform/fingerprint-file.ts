/** The exact state of a file. A run compares it again before it touches anything. */
import { type BigIntStats, lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { FileSeen } from '../domain/plan/plan-facts.ts'
import type { FileFingerprint, InnerPath } from '../domain/plan/target.ts'

/** Null unless every folder of the path is a real one on the same disk and the file a regular one. */
export type FingerprintFile = (path: InnerPath) => FileSeen | null

/**
 * `homePath` is the real path. Each folder is checked once, because all fingerprints are read within moments.
 */
export function makeFingerprintFile(homePath: string): FingerprintFile {
  const folders = new Map<string, bigint | null>()
  const deviceOf = (names: readonly string[]): bigint | null => {
    const key = names.join('/')
    const known = folders.get(key)
    if (known !== undefined) return known
    const above = names.length === 0 ? undefined : deviceOf(names.slice(0, -1))
    const own = above === null ? null : seeFolder(join(homePath, ...names), above)
    folders.set(key, own)
    return own
  }
  return (path) => {
    const device = deviceOf(path.slice(0, -1))
    if (device === null) return null
    const stats = see(join(homePath, ...path))
    return stats?.isFile() && stats.dev === device ? seenFile(path, stats) : null
  }
}

/** The home may be on any disk, but nothing below it may be on another. */
function seeFolder(place: string, device: bigint | undefined): bigint | null {
  const stats = see(place)
  if (stats === undefined || !stats.isDirectory()) return null
  return device === undefined || stats.dev === device ? stats.dev : null
}

const seenFile = (path: InnerPath, stats: BigIntStats): FileSeen => ({
  fingerprint: toFingerprint(path, stats),
  modifiedMs: Number(stats.mtimeMs),
})

export const toFingerprint = (path: InnerPath, stats: BigIntStats): FileFingerprint => ({
  path,
  dev: String(stats.dev),
  ino: String(stats.ino),
  size: Number(stats.size),
  mtimeNs: String(stats.mtimeNs),
  bytes: freedBytes(stats),
  ...(stats.nlink > 1n ? { links: Number(stats.nlink) } : NO_LINKS),
})

const NO_LINKS = {}

/** Disk blocks that removing this name frees. */
export const freedBytes = (stats: BigIntStats): number =>
  stats.nlink > 1n && !stats.isDirectory() ? 0 : Number(stats.blocks) * 512

export function see(place: string): BigIntStats | undefined {
  try {
    return lstatSync(place, { bigint: true, throwIfNoEntry: false })
  } catch {
    // No permission, or a file where a folder should be: no fingerprint.
    return undefined
  }
}
