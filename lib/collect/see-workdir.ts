/**
 * Whether a checkpoint's working folder is there, is proven to be gone, or merely cannot be seen. A path that
 * does not exist may lie on a drive that is not mounted now, so absence needs proof (hermes-storage §6.4).
 */
import { lstatSync, opendirSync, type Stats, statSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import type { WorkdirSeen } from '../domain/checkpoint.ts'

/** The parent folder as it was when Hermes last saw the working folder; newer versions write it down. */
export type RecordedParent = { readonly dev: number; readonly ino: number }

export function seeWorkdir(workdir: string | null, recordedParent: RecordedParent | null): WorkdirSeen {
  if (workdir === null || !isAbsolute(workdir) || workdir.includes('\0')) return 'unproven'
  try {
    if (statSync(workdir, QUIET) !== undefined) return 'present'
    // A link whose target is away proves nothing about the target.
    if (lstatSync(workdir, QUIET) !== undefined) return 'unproven'
    // The drive itself: what lies beside its place says nothing about it.
    if (isMountPlace(workdir)) return 'unproven'
    return isProvenGone(dirname(workdir), recordedParent) ? 'proven-gone' : 'unproven'
  } catch {
    // Closed to us, a loop, a name too long: it may well be there.
    return 'unproven'
  }
}

function isProvenGone(parent: string, recorded: RecordedParent | null): boolean {
  const stats = statSync(parent, QUIET)
  if (stats === undefined || !stats.isDirectory()) return false
  if (recorded === null) return !isEmpty(parent)
  if (stats.dev !== recorded.dev || stats.ino !== recorded.ino) return false
  return !isEmpty(parent) || isMountPoint(parent, stats)
}

/** Where systems put drives by their name, and take the place away with them. */
export const isMountPlace = (path: string): boolean =>
  /^\/(?:Volumes|mnt|media|media\/[^/]+|run\/media\/[^/]+)\/[^/]+$/.test(resolve(path))

/** An empty folder may be where the drive would be mounted. */
function isEmpty(folder: string): boolean {
  const listing = opendirSync(folder)
  try {
    return listing.readSync() === null
  } finally {
    listing.closeSync()
  }
}

const isMountPoint = (folder: string, stats: Stats): boolean =>
  statSync(dirname(folder), QUIET)?.dev !== stats.dev

const QUIET = { throwIfNoEntry: false } as const
