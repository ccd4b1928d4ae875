/**
 * Where Steward keeps its data while the disk of STEWARD_DATA is too full to create `steward.db` there: in a private
 * folder on another disk, or in memory. It moves to STEWARD_DATA at the first start with enough space.
 */
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freeBytesAt } from '../../platform/disk-reserve.ts'
import { isMissing } from '../../platform/error-code.ts'
import { ROOM_BYTES } from '../describe-store-error.ts'
import { hasStore } from './has-store.ts'
import { missingBytes } from './missing-bytes.ts'
import { isMovedTo, moveData } from './move-data.ts'

export type DataFolder = {
  readonly path: string
  /** The folder from STEWARD_DATA if `path` stands in for it. */
  readonly temporaryFor: string | null
}

/** In a temporary folder, so that it does not fill another disk. */
const TEMPORARY_BYTES = 4 * ROOM_BYTES

/** Folders that survive a restart of the machine come first. */
const TEMPORARY_PARENTS: readonly string[] = [
  ...new Set(['/var/tmp', tmpdir(), process.env.XDG_RUNTIME_DIR ?? '/dev/shm', '/dev/shm']),
]

/** Called before any thread opens the store. */
export function settleDataFolder(wanted: string, parents = TEMPORARY_PARENTS): DataFolder {
  const here = { path: wanted, temporaryFor: null }
  const temporary = findTemporary(wanted, parents)
  if (temporary !== null) {
    // A move may have been killed after its last step. Other stores in both places are left for the operator.
    if (isMovedTo(temporary, wanted) || (!hasStore(wanted) && missingBytes(wanted, temporary) === 0))
      moveData(temporary, wanted)
    return hasStore(wanted) ? here : { path: temporary, temporaryFor: wanted }
  }
  if (hasStore(wanted) || missingBytes(wanted, null) === 0) return here
  const made = makeTemporary(wanted, parents)
  return made === null ? here : { path: made, temporaryFor: wanted }
}

/** For another process, such as `npm run sign-in`. Changes nothing. */
export const currentDataFolder = (wanted: string, parents = TEMPORARY_PARENTS): string =>
  hasStore(wanted) ? wanted : (findTemporary(wanted, parents) ?? wanted)

function findTemporary(wanted: string, parents: readonly string[]): string | null {
  const folders = parents.map((parent) => temporaryIn(parent, wanted))
  return folders.find((folder) => isOurs(folder) && hasStore(folder)) ?? null
}

function makeTemporary(wanted: string, parents: readonly string[]): string | null {
  for (const parent of parents) {
    const folder = temporaryIn(parent, wanted)
    try {
      if (freeBytesAt(parent) < TEMPORARY_BYTES) continue
      if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) mkdirSync(folder, { mode: 0o700 })
      if (isOurs(folder)) return folder
    } catch {
      // Not writable, or missing on this system: the next one.
    }
  }
  return null
}

/** The same name at every start, and another one for each user and data folder. */
export function temporaryIn(parent: string, wanted: string): string {
  const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 16)
  return join(parent, `hermes-steward-${process.getuid?.() ?? 0}-${hash}`)
}

/** Any user can create names in these folders, so only a private folder of this user is used, never a link. */
function isOurs(folder: string): boolean {
  try {
    const stats = lstatSync(folder)
    return stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
