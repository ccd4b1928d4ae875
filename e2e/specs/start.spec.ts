/** The command from the README's first screen, run on a machine without Hermes. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, test } from '@playwright/test'
import { freePort } from '../../lib/testing/processes/free-port.ts'
import { ROOT } from '../../scripts/project.ts'

type Started = {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  readonly output: () => string
  readonly exited: Promise<unknown[]>
}

const READY = /Address {2}http:\/\/127\.0\.0\.1:\d+/
const started: Started[] = []
let folder = ''

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-start-'))
})

test.afterEach(async () => {
  for (const { child, exited } of started.splice(0)) {
    if (hasProcesses(child.pid)) process.kill(-(child.pid ?? 0), 'SIGKILL')
    await exited
  }
})

test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A separate process group, so that leftover processes can be found and ended. */
function npmStart(env: Record<string, string>): Started {
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOME: folder,
      STEWARD_DATA: join(folder, 'data'),
      ...env,
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
  const one = { child, output: () => printed, exited: once(child, 'exit') }
  started.push(one)
  return one
}

async function startedOn(port: number): Promise<Started> {
  const one = npmStart({ STEWARD_PORT: String(port) })
  await expect.poll(() => one.output(), { timeout: 90_000 }).toMatch(READY)
  return one
}

/** The whole group: npm, the script and the server. */
function hasProcesses(group: number | undefined): boolean {
  try {
    process.kill(-(group ?? 0), 0)
    return true
  } catch {
    // The group has already ended.
    return false
  }
}

const answers = async (port: number) => (await fetch(`http://127.0.0.1:${port}/api/health`)).ok

function everythingBelow(path: string): string[] {
  const stats = lstatSync(path)
  if (!stats.isDirectory()) return [path]
  return [path, ...readdirSync(path).flatMap((name) => everythingBelow(join(path, name)))]
}

test('npm start creates and announces a private demo and ends without leftovers', async ({ page }) => {
  const port = await freePort()
  const { child, output, exited } = await startedOn(port)
  expect(output()).toContain(
    'No Hermes on this machine: creating a demo home. Set HERMES_HOME to open a real one.',
  )
  expect(output()).toContain(`Address  http://127.0.0.1:${port}`)
  expect(output()).toContain(`${join(folder, 'data', 'demo', 'home')}  (demo)`)

  const link = () => /\S+\/sign-in\?code=\S+/.exec(output())?.[0] ?? ''
  await expect.poll(link).not.toBe('')
  await page.goto(link())
  await expect(page).toHaveURL(`http://127.0.0.1:${port}/`)
  await expect(page.getByText('DEMO', { exact: true }).filter({ visible: true })).toBeVisible()
  await expect(page.getByText('887', { exact: true })).toBeVisible()
  // Without a token, the HTTP API stays closed.
  expect((await fetch(`http://127.0.0.1:${port}/api/v1/homes`)).status).toBe(401)

  const own = everythingBelow(join(folder, 'data'))
  expect(own.length).toBeGreaterThan(100)
  const open = own.filter((path) => (lstatSync(path).mode & 0o077) !== 0)
  expect(open, 'readable by others').toEqual([])

  child.kill('SIGTERM')
  await exited
  await expect.poll(() => hasProcesses(child.pid)).toBe(false)
  await expect(answers(port)).rejects.toThrow()
})

test('a second start builds nothing and keeps the demo', async () => {
  const createdAt = () => readFileSync(join(folder, 'data', 'demo', 'created-at'), 'utf8')
  // Resets its age, because a slow test before this one may have made it too old to be kept.
  writeFileSync(join(folder, 'data', 'demo', 'created-at'), String(Date.now()))
  const before = createdAt()
  const { output } = await startedOn(await freePort())
  expect(output()).not.toContain('Building the pages')
  expect(createdAt()).toBe(before)
})

test('a busy port prints what to do', async () => {
  const other = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  try {
    const { output, exited } = npmStart({ STEWARD_PORT: port })
    expect((await exited)[0]).not.toBe(0)
    expect(output()).toContain(`could not listen on http://127.0.0.1:${port}`)
    expect(output()).toContain('STEWARD_PORT')
    expect(output()).not.toMatch(READY)
  } finally {
    other.close()
  }
})

test('a port that another Steward uses counts as busy', async () => {
  const port = await freePort()
  const first = await startedOn(port)
  const { output, exited } = npmStart({ STEWARD_PORT: String(port) })
  expect((await exited)[0]).not.toBe(0)
  expect(output()).toContain(`could not listen on http://127.0.0.1:${port}`)
  expect(output()).not.toMatch(READY)
  expect(hasProcesses(first.child.pid)).toBe(true)
  expect(await answers(port)).toBe(true)
})

for (const [what, env, sentence] of [
  ['an address that others can reach', { STEWARD_HOST: '0.0.0.0' }, 'STEWARD_PASSWORD must be set'],
  ['a token that can be guessed', { STEWARD_TOKEN: 'short' }, 'it needs at least 24'],
  ['an unknown log level', { STEWARD_LOG_LEVEL: 'loud' }, 'STEWARD_LOG_LEVEL must be one of'],
  ['a port that is not a number', { STEWARD_PORT: 'http' }, 'STEWARD_PORT must be a number'],
] as const) {
  test(`${what} stops the start before anything is created`, async () => {
    const { output, exited } = npmStart({ ...env, STEWARD_DATA: join(folder, 'never') })
    expect((await exited)[0]).not.toBe(0)
    expect(output()).toContain(sentence)
    expect(output()).not.toContain('creating a demo home')
    expect(readdirSync(folder)).not.toContain('never')
  })
}
