/** When the gateway of a home started last, by the file it writes then; null where there is none. Links are not followed. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'

const PID_FILE = 'gateway.pid'

export function readGatewayStart(homePath: string): number | null {
  try {
    const stats = lstatSync(join(homePath, PID_FILE), { throwIfNoEntry: false })
    return stats?.isFile() ? Math.round(stats.mtimeMs) : null
  } catch {
    // A folder we may not enter tells nothing.
    return null
  }
}
