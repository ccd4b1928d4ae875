/** How much of the disk under a folder is left for an ordinary user. */
import { statfsSync, statSync } from 'node:fs'
import type { Part } from '../domain/home/home.ts'
import type { DiskSpace } from '../domain/storage/storage.ts'
import { failed, ok } from '../shared/result.ts'
import { toFileFault } from './read-text-file.ts'

export function readDiskSpace(path: string): Part<DiskSpace> {
  try {
    const disk = statfsSync(path)
    return ok({
      totalBytes: disk.blocks * disk.bsize,
      freeBytes: disk.bavail * disk.bsize,
      // File systems without a fixed number of inodes report none.
      freeInodes: disk.files > 0 ? disk.ffree : null,
    })
  } catch (error) {
    return failed(toFileFault(path, error))
  }
}

/** Null if the file system has no fixed number of inodes or cannot be queried. */
export function readTotalInodes(path: string): number | null {
  try {
    const { files } = statfsSync(path)
    return files > 0 ? files : null
  } catch {
    // The space check of the same folder reports the reason.
    return null
  }
}

/** Which disk a folder is on. Null if unknown. */
export function readDevice(path: string): number | null {
  try {
    return statSync(path).dev
  } catch {
    // The space check of the same folder reports the reason.
    return null
  }
}
