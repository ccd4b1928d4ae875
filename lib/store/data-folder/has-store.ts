/** Whether a data folder has a `steward.db` with anything in it. */
import { closeSync, lstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { STORE_FILE } from '../open-store.ts'

const HEADER_BYTES = 100
/** Where SQLite keeps the `user_version`, which the first migration sets. */
const USER_VERSION_AT = 60

/**
 * A start on a full disk may leave an empty file, or one without tables. Read as a plain file, because SQLite would
 * need space to open it. So no thread of this process may have it open yet.
 */
export function hasStore(dataDir: string): boolean {
  try {
    return isFilled(join(dataDir, STORE_FILE))
  } catch {
    // Not accessible, so it must not be replaced. Opening it reports the reason.
    return true
  }
}

function isFilled(path: string): boolean {
  const size = sizeOf(path)
  if (size === 0) return false
  // The WAL may contain the first migration.
  if (sizeOf(`${path}-wal`) > 0) return true
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    const read = readSync(file, header, 0, HEADER_BYTES, 0)
    return read < HEADER_BYTES || header.readUInt32BE(USER_VERSION_AT) > 0
  } finally {
    closeSync(file)
  }
}

/** 0 for anything but a file. */
function sizeOf(path: string): number {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isFile() ? stats.size : 0
}
