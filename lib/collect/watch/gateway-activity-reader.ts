/**
 * Reads gateway activity cheaply: the process from time to time, its state file when it changes, and its
 * newest trace with lstat.
 */
import { lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import type { HomeRef } from '../../domain/home/home.ts'
import type { GatewayActivity } from '../../domain/watch/light-sample.ts'
import { readJsonFile } from '../../platform/read-json-file.ts'
import { readProcessStart } from '../../platform/read-process-start.ts'
import { asNumber, asObject } from '../../shared/json-values.ts'
import { SECOND_MS } from '../../shared/time.ts'
import { readGatewayStatus } from '../gateway/read-gateway-status.ts'

const CHECK_EVERY_MS = 15 * SECOND_MS
const LARGEST_STATE = 1024 * 1024
const STATE_FILE = 'gateway_state.json'
const LOG_FILE = 'logs/gateway.log'

type ProcessCheck = Pick<GatewayActivity, 'running' | 'process'> & {
  readonly atMs: number
  readonly path: string
}
type StateFile = { readonly stamp: string; readonly activeAgents: number | null }

export class GatewayActivityReader {
  readonly #home: HomeRef
  readonly #platform: NodeJS.Platform
  #processCheck: ProcessCheck | null = null
  #stateFile: StateFile | null = null

  constructor(home: HomeRef, platform: NodeJS.Platform) {
    this.#home = home
    this.#platform = platform
  }

  /** `elapsedMs` is monotonic. */
  read(elapsedMs: number): GatewayActivity {
    const { running, process, path } = this.#checkProcess(elapsedMs)
    const state = lstatOrNull(join(path, STATE_FILE))
    const log = lstatOrNull(join(path, LOG_FILE))
    return {
      running,
      process,
      activeAgents: running === false ? 0 : this.#activeAgents(path, state),
      activeMs: newest(state, log),
    }
  }

  #checkProcess(elapsedMs: number): ProcessCheck {
    if (this.#processCheck !== null && elapsedMs - this.#processCheck.atMs < CHECK_EVERY_MS)
      return this.#processCheck
    const { gatewayRunning, gatewayPid, servedBy } = readGatewayStatus(this.#home, this.#platform)
    this.#processCheck = {
      atMs: elapsedMs,
      running: gatewayRunning,
      process: gatewayRunning === true && gatewayPid !== null ? this.#nameOf(gatewayPid) : null,
      path: servedBy ?? this.#home.path,
    }
    return this.#processCheck
  }

  /** Pid and start time, because pids are reused. Null if the start time is unknown. */
  #nameOf(pid: number): string | null {
    if (this.#platform !== 'linux') return String(pid)
    const start = readProcessStart(pid)
    return start === null ? null : `${pid}:${start.ticks}`
  }

  #activeAgents(path: string, stats: Stats | null): number | null {
    if (stats === null) return null
    const stamp = `${path}:${stats.ino}:${stats.size}:${stats.mtimeMs}`
    if (this.#stateFile?.stamp === stamp) return this.#stateFile.activeAgents
    const state = readJsonFile(path, STATE_FILE, LARGEST_STATE)
    const agents = state.ok ? asNumber(asObject(state.value)?.active_agents) : null
    this.#stateFile = { stamp, activeAgents: agents !== null && agents >= 0 ? Math.floor(agents) : null }
    return this.#stateFile.activeAgents
  }
}

function newest(...files: readonly (Stats | null)[]): number | null {
  const times = files.flatMap((stats) => (stats === null ? [] : [Math.round(stats.mtimeMs)]))
  return times.length === 0 ? null : Math.max(...times)
}

/** Links are not followed. */
function lstatOrNull(path: string): Stats | null {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    return stats?.isFile() ? stats : null
  } catch {
    // No permission for the folder.
    return null
  }
}
