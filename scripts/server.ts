/** Starts the real production server on a free loopback port, for tests, screenshots and the benchmark. */
import { spawn } from 'node:child_process'
import { freePort } from '../lib/testing/processes/free-port.ts'
import { exitOf, ROOT, SERVE, SERVE_ENV } from './project.ts'

export type RunningServer = {
  readonly url: string
  readonly pid: number
  /** Everything the server printed so far. */
  readonly output: () => string
  /** Resolves to the signal it ended by. */
  readonly stop: () => Promise<NodeJS.Signals | null>
}

/** Only a server that hangs takes this long, on a machine however busy. */
const READY_WITHIN_MS = 240_000

/** Another server may take the free port first. Then the next one is tried. */
const MAX_PORTS = 10
const PORT_TAKEN = 'Something else listens there'

type Env = Readonly<Record<string, string>>

export async function startServer(env: Env): Promise<RunningServer> {
  let printed = ''
  for (let no = 0; no < MAX_PORTS; no += 1) {
    const started = await startOn(await freePort(), env)
    if (typeof started !== 'string') return started
    printed = started
    if (!printed.includes(PORT_TAKEN)) break
  }
  throw new Error(`The server did not start:\n${printed}`)
}

/** What it printed, if it did not start. */
async function startOn(port: number, env: Env): Promise<RunningServer | string> {
  const child = spawn(process.execPath, SERVE, {
    cwd: ROOT,
    env: { ...cleanEnvironment(), ...SERVE_ENV, ...env, STEWARD_PORT: String(port), NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = exitOf(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await exited
    return child.signalCode
  }
  // On a taken port, another server would answer.
  const isListening = () => printed.includes('Address  ')
  const ready = await Promise.race([
    respondsWithin(`${url}/api/health`, READY_WITHIN_MS, isListening),
    exited.then(() => false),
  ])
  if (!ready || child.pid === undefined) {
    await stop()
    return printed
  }
  return {
    url,
    pid: child.pid,
    output: () => printed,
    stop,
  }
}

/** The developer's own settings must not leak into the server under test. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(STEWARD_|HERMES_)/.test(name)),
  ) as NodeJS.ProcessEnv
}

async function respondsWithin(url: string, waitMs: number, isListening: () => boolean): Promise<boolean> {
  const deadline = AbortSignal.timeout(waitMs)
  while (!deadline.aborted) {
    const response = isListening() ? await fetch(url, { signal: deadline }).catch(() => null) : null
    if (response?.ok) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}
