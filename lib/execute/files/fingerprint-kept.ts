/** Fingerprints what a run moved to the trash. Recorded with the run, and compared by a restore. */
import { createHash } from 'node:crypto'
import { type BigIntStats, closeSync, readSync } from 'node:fs'
import type { KeptEntry, KeptItem } from '../../domain/plan/kept.ts'
import type { InnerPath } from '../../domain/plan/target.ts'
import { errorCode } from '../../platform/error-code.ts'
import { seeAt } from './check-file.ts'
import { trashNames } from './move-to-trash.ts'
import { openPlainFile } from './open-plain-file.ts'
import { isReceiptId, type Place, placeInTrash, TRASH } from './resolve-path.ts'

/** Larger files are moved without being read: trash must stay as fast as a rename. */
const HASHED_BYTES = 1024 * 1024

/** Moving or removing another name of a file changes its change time, so only its content can prove it. */
const isHashed = ({ size, nlink }: BigIntStats): boolean => size <= HASHED_BYTES || nlink > 1n
const CHUNK_BYTES = 64 * 1024

type FingerprintKept = (paths: readonly InnerPath[]) => KeptItem | null

/** For many items of one run, so that common folders are checked once. */
export function makeFingerprintKept(homePath: string, receiptId: string): FingerprintKept {
  const trash = isReceiptId(receiptId) ? see(`${homePath}/${TRASH}/${receiptId}`) : null
  const folders = new Map<string, bigint | null>()
  const sealOf = ({ folder }: Place): bigint | null => {
    const known = folders.get(folder.path)
    if (known !== undefined) return known
    const seal = see(folder.at('.'))?.ctimeNs ?? null
    folders.set(folder.path, seal)
    return seal
  }
  return (paths) => {
    if (trash?.isDirectory() !== true) return null
    const entries = paths.flatMap((names): KeptEntry[] => {
      const place = orNull(() => placeInTrash(homePath, receiptId, trashNames(names)))
      if (place?.ok !== true) return []
      const { path } = place.value
      const seal = sealOf(place.value)
      const stats = seal === null ? null : see(path)
      const entry = seal === null || stats === null ? null : toEntry(path, names, stats, seal)
      return entry === null ? [] : [entry]
    })
    return { trashIno: String(trash.ino), entries }
  }
}

/**
 * Moving a folder changes the folder above it, and everything inside has an earlier time. So one time covers the whole
 * tree, which may have a hundred thousand entries.
 */
function toEntry(path: string, names: InnerPath, stats: BigIntStats, seal: bigint): KeptEntry | null {
  const { ino, ctimeNs, mode, uid, gid } = stats
  if (!stats.isFile() && !stats.isDirectory()) return null
  return {
    path: names,
    ino: String(ino),
    ctimeNs: String(ctimeNs),
    mode: Number(mode & 0o7777n),
    uid: Number(uid),
    gid: Number(gid),
    sha256: stats.isFile() && isHashed(stats) ? hashFile(path) : null,
    sealedNs: stats.isDirectory() ? String(ctimeNs > seal ? ctimeNs : seal) : null,
  }
}

/** Null if it cannot be read. */
export const hashFile = (path: string): string | null =>
  orNull(() => {
    const file = openPlainFile(path)
    if (file === null) return null
    try {
      const hash = createHash('sha256')
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
      for (let count = -1; count !== 0; ) {
        count = readSync(file, chunk, 0, chunk.length, null)
        hash.update(chunk.subarray(0, count))
      }
      return hash.digest('hex')
    } finally {
      closeSync(file)
    }
  })

const see = (path: string): BigIntStats | null => orNull(() => seeAt(path))

/** If the system refuses, it is recorded as unknown, and the run continues. */
function orNull<T>(read: () => T | null): T | null {
  try {
    return read()
  } catch (error) {
    if (errorCode(error) === null) throw error
    return null
  }
}
