/** When the gateway last started, from the time of its pid file. Null if there is none or it is a link. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'

const PID_FILE = 'gateway.pid'

export function readGatewayStart(homePath: string): number | null {
  try {
    const stats = lstatSync(join(homePath, PID_FILE), { throwIfNoEntry: false })
    return stats?.isFile() ? Math.round(stats.mtimeMs) : null
  } catch {
    // No permission for the folder.
    return null
  }
}
