/**
 * Whether a checkpoint's working folder is there, is proven to be gone, or merely cannot be seen. A path that
 * does not exist may lie on a drive that is not mounted now, so absence needs proof (hermes-storage §6.4).
 */
import { dirname, isAbsolute, resolve } from 'node:path'
import type { WorkdirSeen } from '../../domain/checkpoints/checkpoint.ts'
import { type Eye, type Inode, ownEye } from '../../platform/path-probe.ts'

/** The parent folder as it was when Hermes last saw the working folder; newer versions write it down. */
export type RecordedParent = { readonly dev: number; readonly ino: number }

/** A working folder as a checkpoint names it. */
export type Workdir = { readonly path: string | null; readonly parent: RecordedParent | null }

export function seeWorkdir({ path, parent }: Workdir, eye: Eye = ownEye): WorkdirSeen {
  if (!isUsable(path)) return 'unproven'
  try {
    if (eye.stat(path) !== null) return 'present'
    // A link whose target is away proves nothing about the target.
    if (eye.isNamed(path)) return 'unproven'
    // The drive itself: what lies beside its place says nothing about it.
    if (isMountPlace(path)) return 'unproven'
    return isProvenGone(dirname(path), parent, eye) ? 'proven-gone' : 'unproven'
  } catch {
    // Closed to us, a loop, a name too long: it may well be there.
    return 'unproven'
  }
}

/** Whether it is a path at all, of this machine. */
export const isUsable = (path: string | null): path is string =>
  path !== null && isAbsolute(path) && !path.includes('\0')

/** Everything that may be asked about to see one folder. */
export const pathsToSee = (path: string): string[] => [path, dirname(path), dirname(dirname(path))]

function isProvenGone(parent: string, recorded: RecordedParent | null, eye: Eye): boolean {
  const seen = eye.stat(parent)
  if (seen === null || !seen.isFolder) return false
  if (recorded === null) return !eye.isEmpty(parent)
  if (seen.dev !== recorded.dev || seen.ino !== recorded.ino) return false
  // An empty folder may be where the drive would be mounted.
  return !eye.isEmpty(parent) || isMountPoint(parent, seen, eye)
}

/** Where systems put drives by their name, and take the place away with them. */
export const isMountPlace = (path: string): boolean =>
  /^\/(?:Volumes|mnt|media|media\/[^/]+|run\/media\/[^/]+)\/[^/]+$/.test(resolve(path))

const isMountPoint = (folder: string, { dev }: Inode, eye: Eye): boolean =>
  eye.stat(dirname(folder))?.dev !== dev
