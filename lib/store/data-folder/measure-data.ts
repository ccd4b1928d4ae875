/** How much disk Steward's own data takes. */
import { lstatSync, readdirSync } from 'node:fs'
import { isMissing } from '../../platform/error-code.ts'

export type DataUsage = { readonly archiveBytes: number; readonly otherBytes: number }

/** Null if a part can't be read. A folder that doesn't exist yet takes nothing. */
export function measureData(dataDir: string): DataUsage | null {
  try {
    const archiveBytes = diskBytes(`${dataDir}/archives`)
    return { archiveBytes, otherBytes: diskBytes(dataDir) - archiveBytes }
  } catch (error) {
    if (isMissing(error)) return { archiveBytes: 0, otherBytes: 0 }
    return null
  }
}

/** Disk blocks of everything below, following no link. Another thread may remove a file meanwhile. */
function diskBytes(path: string): number {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return 0
  const own = stats.blocks * 512
  if (!stats.isDirectory()) return own
  return readdirSync(path).reduce((sum, name) => sum + diskBytes(`${path}/${name}`), own)
}
