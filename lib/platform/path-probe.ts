/** Probes a path: directly in this thread, or in a child process that can be abandoned. */
import { lstatSync, opendirSync, statSync } from 'node:fs'

export type Inode = { readonly dev: number; readonly ino: number; readonly isFolder: boolean }

/** Each throws if it cannot determine the result. */
export type PathProbe = {
  /** The target, following links. Null: nothing there. */
  readonly stat: (path: string) => Inode | null
  /** Whether the name itself exists, even as a dangling link. */
  readonly isNamed: (path: string) => boolean
  readonly isEmpty: (folder: string) => boolean
}

const QUIET = { throwIfNoEntry: false } as const

export const localProbe: PathProbe = {
  stat: (path) => {
    const stats = statSync(path, QUIET)
    return stats === undefined ? null : { dev: stats.dev, ino: stats.ino, isFolder: stats.isDirectory() }
  },
  isNamed: (path) => lstatSync(path, QUIET) !== undefined,
  isEmpty: (folder) => {
    const listing = opendirSync(folder)
    try {
      return listing.readSync() === null
    } finally {
      listing.closeSync()
    }
  },
}
