/** Starts the real production server on a free loopback port, for tests, screenshots and the benchmark. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
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

export async function startServer(env: Readonly<Record<string, string>>): Promise<RunningServer> {
  const port = await freePort()
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
  const ready = await Promise.race([
    respondsWithin(`${url}/api/health`, READY_WITHIN_MS),
    exited.then(() => false),
  ])
  if (!ready || child.pid === undefined) {
    await stop()
    throw new Error(`The server did not start:\n${printed}`)
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

async function respondsWithin(url: string, waitMs: number): Promise<boolean> {
  const deadline = AbortSignal.timeout(waitMs)
  while (!deadline.aborted) {
    const response = await fetch(url, { signal: deadline }).catch(() => null)
    if (response?.ok) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}
