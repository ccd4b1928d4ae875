/** The benchmark's side of `loop-probe.mjs`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

export type ProbeReport = {
  /** The longest time the main thread was blocked since watching began. */
  readonly longestBlockMs: number
  /** The most CPU time between two ticks: how much of a block it caused itself. */
  readonly longestTurnCpuMs: number
  readonly rssBytes: number
  readonly peakRssBytes: number
  readonly cpuMs: number
}

export type Probe = {
  readonly env: Readonly<Record<string, string>>
  /** Starts over and returns the previous report. */
  readonly watch: () => Promise<ProbeReport>
  /** Reports and stops. */
  readonly rest: () => Promise<ProbeReport>
}

export function makeProbe(folder: string, name: string): Probe {
  const socketPath = join(folder, name)
  const file = pathToFileURL(join(import.meta.dirname, 'loop-probe.mjs'))
  return {
    env: { NODE_OPTIONS: `--import=${file}`, STEWARD_BENCH_SOCKET: socketPath },
    watch: () => ask(socketPath, '/watch'),
    rest: () => ask(socketPath, '/rest'),
  }
}

export type IdleProcess = { readonly probe: Probe; readonly stop: () => Promise<void> }

/** An idle process: what delays it is the machine, which delays a server too. */
export async function startIdleProcess(folder: string): Promise<IdleProcess> {
  const probe = makeProbe(folder, 'idle')
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], {
    env: { ...process.env, ...probe.env },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  while (!existsSync(join(folder, 'idle')) && child.exitCode === null) await pause(20)
  const stop = async () => {
    child.kill()
    await exited
  }
  return { probe, stop }
}

function ask(socketPath: string, path: string): Promise<ProbeReport> {
  return new Promise((resolve, reject) => {
    request({ socketPath, path }, async (response) => {
      resolve(JSON.parse((await response.toArray()).join('')))
    })
      .on('error', reject)
      .end()
  })
}
