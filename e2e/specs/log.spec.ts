/** The real server's log: every line is ours, and the server keeps answering when it cannot be written. */
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
/** Node prints warnings in every thread. */
const NOISY = `data:text/javascript,${encodeURIComponent(`
  setInterval(() => process.emitWarning('a warning with Bearer ' + 'plan' + 'ted'), 200).unref()
`)}`
/** The second page of an export fails. */
const CUT_OFF = `data:text/javascript,${encodeURIComponent(`
  import { Worker } from 'node:worker_threads'
  const post = Worker.prototype.postMessage
  let pages = 0
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message?.request?.name === 'sessions') {
      if ((pages += 1) > 1) throw new Error('cut off')
      message.request.input.limit = 2
    }
    return post.call(this, message, ...rest)
  }
`)}`
/** More lines than fit into a pipe. */
const FAILURES = 100

let folder = ''
let home = ''
let child: ChildProcess | null = null

test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-log-'))
  home = smallHome(join(folder, 'home'), 'aug', Date.now()).path
})
test.afterEach(async () => {
  if (child !== null && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

function spawnServer(output: 'pipe' | number, port: number, preload: string): ChildProcess {
  child = spawn(process.execPath, SERVE, {
    cwd: ROOT,
    env: {
      ...SERVE_ENV,
      PATH: process.env.PATH,
      HOME: folder,
      NODE_ENV: 'production',
      NODE_OPTIONS: `--import=${preload}`,
      HERMES_HOME: home,
      STEWARD_DATA: join(folder, 'data'),
      STEWARD_PORT: String(port),
      STEWARD_TOKEN: API_TOKEN,
    },
    stdio: ['ignore', output, output],
  })
  return child
}

async function startServer(output: 'pipe' | number, preload = BROKEN): Promise<string> {
  const port = await freePort()
  spawnServer(output, port, preload)
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

/** The parsed lines of stderr from now on. Throws at one that is not JSON. */
function linesOf({ stdout, stderr }: ChildProcess): () => Record<string, unknown>[] {
  let text = ''
  stdout?.resume()
  stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return () => {
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    return whole.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
  }
}

test('every line is JSON without secrets, whatever Node and the workers print', async () => {
  const url = await startServer('pipe', NOISY)
  if (child === null) throw new Error('no server')
  const lines = linesOf(child)
  for (const path of ['/', '/sign-in', '/api/v1/homes/main/overview', '/missing'])
    await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${API_TOKEN}` } })
  const messages = () => lines().map(({ message }) => message)
  await expect.poll(messages).toEqual(expect.arrayContaining(['warning of Node', 'worker output']))
  child.kill('SIGTERM')
  await once(child, 'close')
  for (const line of lines()) {
    expect(line).toMatchObject({ time: expect.any(String), level: expect.any(String) })
    expect(JSON.stringify(line)).not.toContain('planted')
  }
})

test('an export that breaks off is logged once, with its path', async () => {
  const url = await startServer('pipe', CUT_OFF)
  if (child === null) throw new Error('no server')
  const lines = linesOf(child)
  const path = '/api/v1/homes/main/sessions'
  const headers = { authorization: `Bearer ${API_TOKEN}` }
  await expect(fetch(`${url}${path}?format=csv`, { headers }).then((got) => got.text())).rejects.toThrow()
  child.kill('SIGTERM')
  await once(child, 'close')
  expect(lines().filter((line) => JSON.stringify(line).includes('cut off'))).toMatchObject([
    { message: 'request failed', reference: expect.any(String), method: 'GET', path },
  ])
})

test('a port in use is logged before the server exits', async () => {
  const port = Number(new URL(await startServer('pipe', NOISY)).port)
  const first = child
  try {
    const second = spawnServer('pipe', port, NOISY)
    const lines = linesOf(second)
    expect(await once(second, 'close')).toEqual([1, null])
    expect(lines()).toContainEqual(expect.objectContaining({ message: 'server cannot listen', port }))
  } finally {
    first?.kill('SIGKILL')
    if (first !== null) await once(first, 'exit')
  }
})
