/** Compares a file with its fingerprint from the plan. */
import { type BigIntStats, lstatSync } from 'node:fs'
import type { FileFingerprint } from '../../domain/plan/target.ts'
import { type FileSkip, skipForFault } from './outcomes.ts'
import { type Place, placeInHome } from './resolve-path.ts'

export type SeenFile =
  | { readonly skip: null; readonly place: Place; readonly stats: BigIntStats }
  | { readonly skip: FileSkip }

/** Null if the file matches its fingerprint. Throws file system errors. */
export function checkFile(homePath: string, fingerprint: FileFingerprint): FileSkip | null {
  return seeFile(homePath, fingerprint).skip
}

export function seeFile(homePath: string, fingerprint: FileFingerprint): SeenFile {
  const place = placeInHome(homePath, fingerprint.path)
  return place.ok ? seeIn(place.value, fingerprint) : { skip: skipForFault(place.fault) }
}

export function seeIn(place: Place, fingerprint: FileFingerprint): SeenFile {
  const stats = seeAt(place.path)
  if (stats === null) return { skip: 'file-gone' }
  const skip = compareFile(stats, fingerprint)
  return skip === null ? { skip, place, stats } : { skip }
}

export function compareFile(stats: BigIntStats, fingerprint: FileFingerprint): FileSkip | null {
  if (!stats.isFile()) return 'not-a-plain-file'
  const same =
    stats.dev === BigInt(fingerprint.dev) &&
    stats.ino === BigInt(fingerprint.ino) &&
    stats.size === BigInt(fingerprint.size) &&
    stats.mtimeNs === BigInt(fingerprint.mtimeNs)
  return same ? null : 'file-changed'
}

/** Null if nothing is there. Does not follow links. */
export const seeAt = (path: string | Buffer): BigIntStats | null =>
  lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
