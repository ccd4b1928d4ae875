/**
 * Room for the hour when the disk is full: a few megabytes laid while there is plenty, given up when a cleanup must be
 * written down and nothing else is left. Without it a full disk could not even be told to delete.
 */
import { closeSync, constants, existsSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'room-for-a-full-disk'
const BYTES = 16_000_000
/** Laid only where it is nothing. */
const PLENTY_BYTES = 64 * BYTES
const SCARCE_BYTES = BYTES / 2

export function fillDiskReserve(dataDir: string): void {
  if (freeBytes(dataDir) < PLENTY_BYTES) return
  let file: number
  try {
    file = openSync(join(dataDir, FILE), constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)
  } catch {
    // It exists already, or cannot be written: then there is no reserve.
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

/** Given up only when it is needed. Whether there was any. */
export function releaseDiskReserve(dataDir: string): boolean {
  const path = join(dataDir, FILE)
  if (freeBytes(dataDir) >= SCARCE_BYTES || !existsSync(path)) return false
  rmSync(path, { force: true })
  return true
}

function freeBytes(dataDir: string): number {
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize
}
