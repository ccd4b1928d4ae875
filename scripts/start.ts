/** `npm start`: checks the settings, builds once, creates a demo home if there is no Hermes, and starts the server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { refuseDataFolder } from '../lib/server/refuse-data-folder.ts'
import { readSettings, type Settings } from '../lib/server/settings.ts'
import { buildOnce } from './build-once.ts'
import { makeDemo, refuseDemo } from './make-demo.ts'
import { exitOf, ignoreOutputErrors, RESTART_SIGNAL, ROOT, SERVE, SERVE_ENV } from './project.ts'

// Only the operator may read what Steward writes, whatever their umask.
process.umask(0o077)
ignoreOutputErrors()

const dev = process.argv.includes('--dev')
const settings = checkedSettings()
await refuseBusyPort(settings)
const demoHome = await demoIfAlone(settings)
if (!dev && !(await buildOnce())) process.exit(1)
process.exit(await serve(demoHome))

function checkedSettings(): Settings {
  const read = readSettings(process.env)
  const fault = read.ok ? refuseDataFolder(read.value) : read.fault
  if (read.ok && fault === null) return read.value
  console.error(fault)
  process.exit(1)
}

/** Checked before anything is created, and by listening: another Steward on the port would answer a health check too. */
async function refuseBusyPort({ host, port }: Settings): Promise<void> {
  const probe = createServer()
  try {
    await once(probe.listen(port, host), 'listening')
  } catch {
    // In use or not permitted: another port helps either way.
    const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
    console.error(
      `Steward could not listen on ${address}. If something else uses the port, set STEWARD_PORT to another.`,
    )
    process.exit(1)
  }
  probe.close()
  await once(probe, 'close')
}

async function demoIfAlone({ dataDir, extraHomes }: Settings): Promise<string | null> {
  const hasHermes =
    Boolean(process.env.HERMES_HOME?.trim()) ||
    existsSync(join(homedir(), '.hermes')) ||
    extraHomes.length > 0
  if (hasHermes) return null
  const refusal = refuseDemo(dataDir)
  if (refusal !== null) {
    console.error(refusal)
    process.exit(1)
  }
  console.log('No Hermes on this machine: creating a demo home. Set HERMES_HOME to open a real one.')
  return makeDemo(dataDir, Date.now())
}

/** The server prints its own address; signals are passed on to it. */
async function serve(demo: string | null): Promise<number> {
  for (let restarts = 0; ; restarts += 1) {
    const code = await serveOnce(demo, restarts)
    if (code !== null) return code
  }
}

/** Null if it wants to be started again. */
async function serveOnce(demo: string | null, restarts: number): Promise<number | null> {
  const child = spawn(process.execPath, [...SERVE, ...(dev ? ['--dev'] : [])], {
    cwd: ROOT,
    env: {
      ...SERVE_ENV,
      ...process.env,
      STEWARD_RESTARTS: String(restarts),
      NODE_ENV: dev ? 'development' : 'production',
      ...(demo === null ? {} : { STEWARD_DEMO_HOME: demo }),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  let isStopRequested = false
  const stops = (['SIGINT', 'SIGTERM'] as const).map((signal) => {
    const stop = () => {
      isStopRequested = true
      child.kill(signal)
    }
    process.on(signal, stop)
    return () => process.off(signal, stop)
  })
  const code = await exitOf(child)
  for (const forget of stops) forget()
  if (!isStopRequested && child.signalCode === RESTART_SIGNAL) return null
  // Ending by the signal that it was sent counts as success.
  return isStopRequested ? 0 : code
}
