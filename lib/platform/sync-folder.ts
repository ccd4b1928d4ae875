/** Makes a new name in a folder last through a power cut. */
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * The folder of a bundle and the two above it, whose names may be as new: a bundle whose way is lost is lost. Whoever made
 * them, and when, does not matter: a folder that is on the disk already costs next to nothing.
 */
export function syncWay(folder: string): void {
  syncFolder(folder)
  syncFolder(dirname(folder))
  syncFolder(dirname(dirname(folder)))
}

export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
