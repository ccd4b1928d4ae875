/** How much to free on the disk of STEWARD_DATA until Steward's data can be there. */
import { lstatSync } from 'node:fs'
import { freeBytesAt } from '../../platform/disk-reserve.ts'
import { ROOM_BYTES } from '../describe-store-error.ts'

/** `temporary`: where the data is now, if there is any. */
export const missingBytes = (wanted: string, temporary: string | null): number =>
  Math.max(0, ROOM_BYTES + (temporary === null ? 0 : storeBytes(temporary)) - freeBytesOf(wanted))

const storeBytes = (folder: string): number =>
  ['', '-wal']
    .map((suffix) => lstatSync(`${folder}/steward.db${suffix}`, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0)

/** A disk that cannot be queried does not count as full. */
function freeBytesOf(path: string): number {
  try {
    return freeBytesAt(path)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
