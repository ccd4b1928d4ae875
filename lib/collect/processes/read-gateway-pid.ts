/** The process named by `gateway.pid`, and whether it is still the same process. */

import { readProcessStart } from '../../platform/read-process-start.ts'
import { readTextFile } from '../../platform/read-text-file.ts'
import { parseBoundedJson } from '../../shared/bounded-json.ts'
import { asNumber, asObject } from '../../shared/json-values.ts'
import { findContainerProcess } from './find-container-process.ts'
import { isProcessAlive } from './is-process-alive.ts'
import { mayHideProcesses } from './process-visibility.ts'

export type GatewayPid =
  | { readonly state: 'alive'; readonly pid: number }
  | { readonly state: 'dead' }
  | { readonly state: 'absent' }
  | { readonly state: 'unknown' }

const MAX_BYTES = 64 * 1024

export function readGatewayPid(homePath: string, platform: NodeJS.Platform): GatewayPid {
  const text = readTextFile(homePath, 'gateway.pid', MAX_BYTES)
  if (!text.ok) return { state: 'unknown' }
  if (text.value === null) return { state: 'absent' }
  const { pid, startTicks } = parsePid(text.value)
  if (pid === null) return { state: 'unknown' }
  const alive = isProcessAlive(pid, homePath, platform)
  if (alive === null) return { state: 'unknown' }
  if (alive && !isReused(pid, startTicks, platform)) return { state: 'alive', pid }
  // The pid may only be valid inside a container.
  if (mayHideProcesses(homePath, platform)) return { state: 'unknown' }
  const contained = platform === 'linux' ? findContainerProcess(pid, startTicks) : null
  return contained === null ? { state: 'dead' } : { state: 'alive', pid: contained }
}

/** JSON since spring 2026, a plain number before. */
function parsePid(text: string): { pid: number | null; startTicks: number | null } {
  const bare = asNumber(text)
  if (bare !== null) return { pid: bare, startTicks: null }
  try {
    const record = asObject(parseBoundedJson(text))
    return { pid: asNumber(record?.pid), startTicks: asNumber(record?.start_time) }
  } catch {
    // Partly written or foreign.
    return { pid: null, startTicks: null }
  }
}

/** Only a different start time, known on both sides, proves another process. */
function isReused(pid: number, startTicks: number | null, platform: NodeJS.Platform): boolean {
  if (startTicks === null || platform !== 'linux') return false
  const start = readProcessStart(pid)
  return start !== null && start.ticks !== startTicks
}
