/** What can be seen of a path: by this thread at once, or by a child that may be given up. */
import { lstatSync, opendirSync, statSync } from 'node:fs'

export type Inode = { readonly dev: number; readonly ino: number; readonly isFolder: boolean }

/** Each throws where it cannot say. */
export type PathProbe = {
  /** What is there, by way of any link; null: nothing. */
  readonly stat: (path: string) => Inode | null
  /** Whether the name itself is there, be it a link to nowhere. */
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
