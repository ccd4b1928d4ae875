/**
 * Whether a checkpoint's working folder is present, proven gone, or unknown. A missing path may be on an
 * unmounted drive, so absence needs proof (docs/hermes.md, "Checkpoints").
 */
import { dirname, isAbsolute, resolve } from 'node:path'
import type { WorkdirSeen } from '../../domain/checkpoints/checkpoint.ts'
import { type Inode, localProbe, type PathProbe } from '../../platform/path-probe.ts'

/** The parent folder when Hermes last saw the working folder. Recorded by newer versions. */
export type RecordedParent = { readonly dev: number; readonly ino: number }

/** A working folder as recorded in a checkpoint. */
export type Workdir = { readonly path: string | null; readonly parent: RecordedParent | null }

export function checkWorkdir({ path, parent }: Workdir, probe: PathProbe = localProbe): WorkdirSeen {
  if (!isUsable(path)) return 'unproven'
  try {
    if (probe.stat(path) !== null) return 'present'
    // A broken link proves nothing about its target.
    if (probe.isNamed(path)) return 'unproven'
    // A mount point: its siblings say nothing about the drive.
    if (isMountFolder(path)) return 'unproven'
    return isProvenGone(dirname(path), parent, probe) ? 'proven-gone' : 'unproven'
  } catch {
    // No permission, a loop or a name that is too long. The folder may exist.
    return 'unproven'
  }
}

/** Whether it can be a path on this machine. */
export const isUsable = (path: string | null): path is string =>
  path !== null && isAbsolute(path) && !path.includes('\0')

/** Every path that may be needed to check one folder. */
export const pathsToProbe = (path: string): string[] => [path, dirname(path), dirname(dirname(path))]

function isProvenGone(parent: string, recorded: RecordedParent | null, probe: PathProbe): boolean {
  const stats = probe.stat(parent)
  if (stats === null || !stats.isFolder) return false
  if (recorded === null) return !probe.isEmpty(parent)
  if (stats.dev !== recorded.dev || stats.ino !== recorded.ino) return false
  // An empty folder may be a mount point.
  return !probe.isEmpty(parent) || isMountPoint(parent, stats, probe)
}

/** Where systems mount drives by name and remove the folder on unmount. */
export const isMountFolder = (path: string): boolean =>
  /^\/(?:Volumes|mnt|media|media\/[^/]+|run\/media\/[^/]+)\/[^/]+$/.test(resolve(path))

const isMountPoint = (folder: string, { dev }: Inode, probe: PathProbe): boolean =>
  probe.stat(dirname(folder))?.dev !== dev
