/** Why `steward.db` could not be opened or written, and how much to free if the disk is full. */
import { freeBytesAt } from '../platform/disk-reserve.ts'
import { errorCode, isNoSpace } from '../platform/error-code.ts'
import { formatBytes } from '../shared/numbers.ts'

/** Space for some plans and their journal. */
export const ROOM_BYTES = 16_000_000
/** With less, SQLite may fail in other words, for example when it creates the file it shares between processes. */
const NO_ROOM_BYTES = 100_000

export function describeStoreError(error: unknown, dataDir: string): string {
  if (isFull(error, dataDir)) return describeFull(dataDir)
  return error instanceof Error ? error.message : String(error)
}

/** Also used for a waiting run. */
export const describeFull = (dataDir: string): string =>
  `the disk of ${dataDir} is full. Free at least ${formatBytes(ROOM_BYTES)} there`

function isFull(error: unknown, dataDir: string): boolean {
  if (isNoSpace(error) || errorCode(error) === 'SQLITE_FULL') return true
  return /^SQLITE_(IOERR|CANTOPEN)/.test(errorCode(error) ?? '') && hasNoRoom(dataDir)
}

export function hasNoRoom(dataDir: string): boolean {
  try {
    return freeBytesAt(dataDir) < NO_ROOM_BYTES
  } catch {
    // The error itself says why it cannot be read.
    return false
  }
}
