/** `npm start`: checks the settings, builds once, lays the demo where there is no Hermes, serves, says where. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { readSettings, type Settings } from '../lib/server/settings.ts'
import { buildOnce } from './build-once.ts'
import { makeDemo } from './make-demo.ts'
import { exitOf, ROOT, SERVE, SERVE_ENV } from './project.ts'

// Whatever we write is the operator's alone, however generous their umask.
process.umask(0o077)

const dev = process.argv.includes('--dev')
const settings = checkedSettings()
await refuseBusyPort(settings)
const demoHome = await demoIfAlone(settings)
if (!dev && !(await buildOnce())) process.exit(1)
process.exit(await serve(demoHome))

function checkedSettings(): Settings {
  const read = readSettings(process.env)
  if (read.ok) return read.value
  console.error(read.fault)
  process.exit(1)
}

/** Asked before anything is made, and not by its health: another Steward on the port would answer that too. */
async function refuseBusyPort({ host, port }: Settings): Promise<void> {
  const probe = createServer()
  try {
    await once(probe.listen(port, host), 'listening')
  } catch {
    // In use, or not ours to use: the way out is the same.
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
  console.log('No Hermes on this machine: laying a demo home. Set HERMES_HOME to open a real one.')
  return makeDemo(dataDir, Date.now())
}

/** The server says by itself where it listens; a signal to us is one to it. */
async function serve(demo: string | null): Promise<number> {
  const child = spawn(process.execPath, [...SERVE, ...(dev ? ['--dev'] : [])], {
    cwd: ROOT,
    env: {
      ...SERVE_ENV,
      ...process.env,
      NODE_ENV: dev ? 'development' : 'production',
      ...(demo === null ? {} : { STEWARD_DEMO_HOME: demo }),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  let isAsked = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      isAsked = true
      child.kill(signal)
    })
  const code = await exitOf(child)
  // It ends by the signal it was sent, which is as it was asked.
  return isAsked ? 0 : code
}
