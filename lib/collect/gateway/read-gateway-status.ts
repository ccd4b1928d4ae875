/** Whether a gateway serves this home: its own, or the multiplexing one of its root. */
import { resolve } from 'node:path'
import type { GatewaySign, HomeRef, Liveness } from '../../domain/home/home.ts'
import { readJsonFile } from '../../platform/read-json-file.ts'
import { asObject } from '../../shared/json-values.ts'
import { readHermesConfig } from '../home/read-hermes-config.ts'
import { readGatewayLock } from '../processes/read-gateway-lock.ts'
import { readGatewayPid } from '../processes/read-gateway-pid.ts'

export type GatewayStatus = Omit<Liveness, 'holders'>

export function readGatewayStatus(home: HomeRef, platform: NodeJS.Platform): GatewayStatus {
  const own = readOwn(home.path, platform)
  if (own.gatewayRunning === true || home.profile === null || resolve(home.root) === resolve(home.path))
    return own
  const root = readOwn(home.root, platform)
  if (root.gatewayRunning === false || !isServed(home.root, home.profile)) return own
  return { ...root, servedBy: home.root }
}

function readOwn(path: string, platform: NodeJS.Platform): GatewayStatus {
  const lock = readGatewayLock(path, platform)
  const named = readGatewayPid(path, platform)
  const pid = named.state === 'alive' ? named.pid : null
  const status = (gatewayRunning: boolean | null, gatewayPid: number | null, gatewaySign: GatewaySign) => ({
    gatewayRunning,
    gatewayPid,
    gatewaySign,
    servedBy: null,
  })
  if (lock.state === 'held') return status(true, lock.pid ?? pid, 'lock-held')
  if (pid !== null) return status(true, pid, 'pid-alive')
  // A gateway writes its pid on start, so a dead pid was the last gateway. Older versions have no lock file.
  // A lock that cannot be tested or a pid that cannot be read may hide a gateway.
  if (lock.state === 'free') return status(false, null, 'lock-free')
  if (named.state === 'dead') return status(false, null, 'pid-dead')
  return named.state === 'absent' && lock.state === 'absent'
    ? status(false, null, 'no-trace')
    : status(null, null, 'untold')
}

/** The running gateway's own list decides, or the setting if it has none. */
function isServed(root: string, profile: string): boolean {
  const state = readJsonFile(root, 'gateway_state.json')
  const served = state.ok ? asObject(state.value)?.served_profiles : undefined
  if (served !== undefined && served !== null) return namesIn(served).includes(profile)
  const config = readHermesConfig(root, null)
  return config.ok && config.value.multiplexProfiles
}

/** A list of names, a list of objects with a name, or an object keyed by name. */
function namesIn(served: unknown): string[] {
  if (!Array.isArray(served)) return Object.keys(asObject(served) ?? {})
  return served.flatMap((item) => {
    const name: unknown = typeof item === 'string' ? item : (asObject(item)?.name ?? asObject(item)?.profile)
    return typeof name === 'string' ? [name] : []
  })
}
