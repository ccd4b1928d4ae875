/**
 * Whether a checkpoint's working folder is present, proven gone, or unknown. A path that does not exist may be on
 * an unmounted drive, so absence needs proof (docs/hermes.md, "Checkpoints").
 */
import { dirname, isAbsolute, resolve } from 'node:path'
import type { WorkdirSeen } from '../../domain/checkpoints/checkpoint.ts'
import { type Inode, localProbe, type PathProbe } from '../../platform/path-probe.ts'

/** The parent folder as it was when Hermes last saw the working folder; newer versions write it down. */
export type RecordedParent = { readonly dev: number; readonly ino: number }

/** A working folder as a checkpoint names it. */
export type Workdir = { readonly path: string | null; readonly parent: RecordedParent | null }

export function checkWorkdir({ path, parent }: Workdir, probe: PathProbe = localProbe): WorkdirSeen {
  if (!isUsable(path)) return 'unproven'
  try {
    if (probe.stat(path) !== null) return 'present'
    // A link whose target is away proves nothing about the target.
    if (probe.isNamed(path)) return 'unproven'
    // The drive itself: what lies beside its place says nothing about it.
    if (isMountFolder(path)) return 'unproven'
    return isProvenGone(dirname(path), parent, probe) ? 'proven-gone' : 'unproven'
  } catch {
    // Closed to us, a loop, a name too long: it may well be there.
    return 'unproven'
  }
}

/** Whether it is a path at all, of this machine. */
export const isUsable = (path: string | null): path is string =>
  path !== null && isAbsolute(path) && !path.includes('\0')

/** Everything that may be asked about to see one folder. */
export const pathsToProbe = (path: string): string[] => [path, dirname(path), dirname(dirname(path))]

function isProvenGone(parent: string, recorded: RecordedParent | null, probe: PathProbe): boolean {
  const stats = probe.stat(parent)
  if (stats === null || !stats.isFolder) return false
  if (recorded === null) return !probe.isEmpty(parent)
  if (stats.dev !== recorded.dev || stats.ino !== recorded.ino) return false
  // An empty folder may be where the drive would be mounted.
  return !probe.isEmpty(parent) || isMountPoint(parent, stats, probe)
}

/** Where systems put drives by their name, and take the place away with them. */
export const isMountFolder = (path: string): boolean =>
  /^\/(?:Volumes|mnt|media|media\/[^/]+|run\/media\/[^/]+)\/[^/]+$/.test(resolve(path))

const isMountPoint = (folder: string, { dev }: Inode, probe: PathProbe): boolean =>
  probe.stat(dirname(folder))?.dev !== dev
