/** Makes a new name in a folder survive a power cut. */
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Syncs the folder of a bundle and the two above it, whose names may be new too. A bundle with a lost path is
 * lost, and syncing a folder already on disk is cheap.
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
