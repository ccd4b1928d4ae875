/** Makes a new name in a folder last through a power cut. */
import { closeSync, fsyncSync, openSync } from 'node:fs'

export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
