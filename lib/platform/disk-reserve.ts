/**
 * A disk reserve of a few megabytes, allocated while there is plenty of space and released when a cleanup
 * must be recorded on a full disk. Without it, a full disk could not be cleaned up.
 */
import { closeSync, constants, existsSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isMissing } from './error-code.ts'

const FILE = 'room-for-a-full-disk'
const BYTES = 16_000_000
/** Allocated only if it is a negligible share of the free space. */
const PLENTY_BYTES = 64 * BYTES
const SCARCE_BYTES = BYTES / 2

export function fillDiskReserve(dataDir: string): void {
  if (freeBytesAt(dataDir) < PLENTY_BYTES) return
  let file: number
  try {
    file = openSync(join(dataDir, FILE), constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)
  } catch {
    // It already exists or cannot be written, so there is no new reserve.
    return
  }
  try {
    const block = Buffer.alloc(1_000_000, 1)
    for (let at = 0; at < BYTES; at += block.length) writeSync(file, block)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Released only when needed. Returns whether there was a reserve. */
export function releaseDiskReserve(dataDir: string): boolean {
  const path = join(dataDir, FILE)
  if (freeBytesAt(dataDir) >= SCARCE_BYTES || !existsSync(path)) return false
  rmSync(path, { force: true })
  return true
}

/** Of the nearest folder above it that exists, because the folder itself may not have been created yet. */
export function freeBytesAt(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch (error) {
    const above = dirname(path)
    if (!isMissing(error) || above === path) throw error
    return freeBytesAt(above)
  }
}
