/** Which processes use a home: its gateway and every process that has its database open. */
import type { Holder, HomeRef, Liveness } from '../../domain/home/home.ts'
import { readGatewayStatus } from '../gateway/read-gateway-status.ts'
import { readLinuxHolders } from './read-linux-holders.ts'
import { readLsofHolders } from './read-lsof-holders.ts'

export type LivenessOptions = { readonly platform?: NodeJS.Platform }

/** Null means unknown on this platform, never none. */
export function readLiveness(home: HomeRef, options: LivenessOptions = {}): Liveness {
  const platform = options.platform ?? process.platform
  return { ...readGatewayStatus(home, platform), holders: readHolders(home.path, platform) }
}

export function readHolders(homePath: string, platform: NodeJS.Platform): readonly Holder[] | null {
  if (platform === 'linux') return readLinuxHolders(homePath)
  return platform === 'darwin' ? readLsofHolders(homePath) : null
}
