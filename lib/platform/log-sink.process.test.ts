/** The log of a real process whose stderr is a full disk, a closed pipe or a reader that stopped reading. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../testing/paths.ts'

/** Answers each message from its parent, on a channel beside the log, after it logged so many lines. */
const CHILD = `
  import { log } from './lib/platform/log.ts'
  process.on('message', (count) => {
    for (let at = 0; at < count; at += 1) log.error('line ' + at, { filler: 'x'.repeat(1000) }, new Error('boom'))
    setImmediate(() => process.send('alive'))
  })
  process.send('ready')
`
/** Ends as the server does, with lines still queued. */
const ENDING_CHILD = `
  import { flushLog, log } from './lib/platform/log.ts'
  process.once('message', async ({ end, lines }) => {
    for (let at = 0; at < lines; at += 1) log.error('line ' + at, { filler: 'x'.repeat(1000) })
    await flushLog()
    if (end === 'exit') process.exit(1)
    else process.kill(process.pid, end)
  })
  process.send('ready')
`
/** More than a pipe and the sink together can buffer. */
const MANY = 5_000

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

async function startChild(stderr: 'pipe' | number, script = CHILD): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'ignore', stderr, 'ipc'],
  })
  children.push(child)
  expect((await once(child, 'message'))[0]).toBe('ready')
  return child
}

async function logLines(child: ChildProcess, count: number): Promise<void> {
  const answer = once(child, 'message')
  child.send(count)
  expect((await answer)[0]).toBe('alive')
}

it.skipIf(!existsSync('/dev/full'))('a full disk behind the log stops nothing', async () => {
  const full = openSync('/dev/full', 'w')
  const child = await startChild(full)
  closeSync(full)
  for (const count of [1, 10, MANY, 1]) await logLines(child, count)
  expect(child.exitCode).toBeNull()
})

it('a closed pipe behind the log stops nothing', async () => {
  const child = await startChild('pipe')
  child.stderr?.destroy()
  for (const count of [1, 10, MANY, 1]) await logLines(child, count)
  expect(child.exitCode).toBeNull()
})

it('a stalled reader blocks nothing and later gets the number of missing lines', async () => {
  const child = await startChild('pipe')
  for (let round = 0; round < 3; round += 1) await logLines(child, MANY)
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const accountedFor = () => {
    const whole = text.slice(0, text.lastIndexOf('\n')).split('\n')
    const dropped = whole.flatMap((line) => (line.includes('"log lines dropped"') ? [JSON.parse(line)] : []))
    return whole.length - dropped.length + dropped.reduce((sum, line) => sum + line.dropped, 0)
  }
  await expect.poll(accountedFor).toBe(3 * MANY)
  expect(text).toContain('"log lines dropped"')
})

it.each(['exit', 'SIGTERM'])('lines queued before an end by %s are all written', async (end) => {
  const child = await startChild('pipe', ENDING_CHILD)
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  // They fit into the pipe, so a slow reader cannot delay them.
  child.send({ end, lines: 40 })
  await once(child, 'close')
  expect(text.match(/"message":"line \d+"/g)).toHaveLength(40)
})

it.each(['exit', 'SIGTERM'])('a stalled reader does not prevent an end by %s', async (end) => {
  const child = await startChild('pipe', ENDING_CHILD)
  child.send({ end, lines: 500 })
  await once(child, 'exit')
})
