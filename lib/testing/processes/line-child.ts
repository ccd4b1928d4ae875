/** A real child process that prints `ready` and then one line for each line it gets. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { PROJECT_ROOT } from '../paths.ts'

export type LineChild = {
  readonly pid: number
  readonly ask: (line: string) => Promise<string>
  readonly stop: () => Promise<void>
}

export async function startLineChild(command: string, args: readonly string[]): Promise<LineChild> {
  const child = spawn(command, args, { cwd: PROJECT_ROOT, stdio: ['pipe', 'pipe', 'pipe'] })
  const complaints: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`${command} ended: ${Buffer.concat(complaints).toString('utf8')}`)
    return value
  }
  const first = await nextLine()
  if (first !== 'ready') throw new Error(`${command} said ${first}`)
  return {
    pid: child.pid ?? 0,
    ask: (line) => {
      child.stdin.write(`${line}\n`)
      return nextLine()
    },
    stop: () => stop(child),
  }
}

/**
 * A process with a writable handle `db` on `path`. Runs each line as JavaScript with `db`, `path` and `fs`,
 * and prints the value as JSON.
 */
export const startWriter = (path: string): Promise<LineChild> =>
  startLineChild(process.execPath, ['-e', WRITER, path])

const WRITER = `
const fs = require('node:fs')
const path = process.argv[1]
const db = new (require('better-sqlite3'))(path)
console.log('ready')
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  console.log(JSON.stringify(eval(line)) ?? 'null')
})
`

async function stop(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}
