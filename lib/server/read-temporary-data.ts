/** Where Steward's data is while the disk of STEWARD_DATA is full, for a banner on every page. */
import { statfsSync } from 'node:fs'
import { missingBytes } from '../store/data-folder/missing-bytes.ts'
import { getSettings } from './get-settings.ts'
import { shortPath } from './short-path.ts'

export type TemporaryData = {
  readonly folder: string
  readonly wanted: string
  readonly missingBytes: number
  /** A restart of the machine would lose it. */
  readonly isInMemory: boolean
}

/** Null if it is where STEWARD_DATA says. */
export function readTemporaryData(): TemporaryData | null {
  const { dataDir, temporaryFor } = getSettings()
  if (temporaryFor === null) return null
  return {
    folder: dataDir,
    wanted: shortPath(temporaryFor),
    missingBytes: missingBytes(temporaryFor, dataDir),
    isInMemory: process.platform === 'linux' && isInMemory(dataDir),
  }
}

const TMPFS = 0x01021994

function isInMemory(path: string): boolean {
  try {
    return statfsSync(path).type === TMPFS
  } catch {
    // Removed by hand. The pages report what cannot be read.
    return false
  }
}
