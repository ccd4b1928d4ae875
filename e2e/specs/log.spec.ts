/** The real server keeps answering when its log cannot be written. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { freePort } from '../../lib/testing/processes/free-port.ts'
import { ROOT, SERVE, SERVE_ENV } from '../../scripts/project.ts'
import { API_TOKEN } from '../support/fixtures.ts'

/** Every collector request fails and is logged with its stack. */
const BROKEN = `data:text/javascript,${encodeURIComponent(`
  import { Worker } from 'node:worker_threads'
  Worker.prototype.postMessage = () => { throw new Error('x'.repeat(1000)) }
`)}`
/** More lines than fit into a pipe. */
const FAILURES = 100

let folder = ''
let child: ChildProcess | null = null

test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-log-'))
})
test.afterEach(async () => {
  if (child !== null && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

async function startServer(output: 'pipe' | number): Promise<string> {
  const port = await freePort()
  child = spawn(process.execPath, SERVE, {
    cwd: ROOT,
    env: {
      ...SERVE_ENV,
      PATH: process.env.PATH,
      HOME: folder,
      NODE_ENV: 'production',
      NODE_OPTIONS: `--import=${BROKEN}`,
      HERMES_HOME: smallHome(join(folder, 'home'), 'aug', Date.now()).path,
      STEWARD_DATA: join(folder, 'data'),
      STEWARD_PORT: String(port),
      STEWARD_TOKEN: API_TOKEN,
    },
    stdio: ['ignore', output, output],
  })
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(`${url}/api/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true)
  return url
}

async function expectAnswers(url: string): Promise<void> {
  const headers = { authorization: `Bearer ${API_TOKEN}` }
  for (let no = 0; no < FAILURES; no += 1)
    expect((await fetch(`${url}/api/v1/homes/main/overview`, { headers })).status).toBe(503)
  expect((await fetch(`${url}/api/health`)).status).toBe(200)
  expect(child?.exitCode).toBeNull()
}

test('a full disk for the log does not stop the server', async () => {
  test.skip(!existsSync('/dev/full'), 'only Linux has /dev/full')
  const full = openSync('/dev/full', 'w')
  const url = await startServer(full)
  closeSync(full)
  await expectAnswers(url)
})

test('a closed log pipe does not stop the server', async () => {
  const url = await startServer('pipe')
  child?.stdout?.destroy()
  child?.stderr?.destroy()
  await expectAnswers(url)
})

test('an unread log pipe does not stop the server', async () => {
  await expectAnswers(await startServer('pipe'))
})
