/**
 * Probes paths on a drive that may never answer. A thread cannot cancel a call that hangs in the kernel, and
 * every read of a home would wait for it. So a child process makes the call and is abandoned after a timeout.
 */
import { spawn } from 'node:child_process'
import type { Inode, PathProbe } from './path-probe.ts'

export type ChildProbe = {
  /** Null if the child did not answer in time. */
  readonly probe: Promise<PathProbe | null>
  /** Resolves when the child has exited. One that hangs in the kernel may survive even SIGKILL. */
  readonly gone: Promise<void>
}

type Seen = {
  readonly [path: string]: {
    readonly stat?: Inode | null
    readonly isNamed?: boolean
    readonly isEmpty?: boolean
  }
}

/**
 * Inlined as text, because a bundled server has no separate file that Node could run. Probes that fail are
 * omitted.
 */
const PROBE_SCRIPT = `
const { lstatSync, opendirSync, statSync } = require('node:fs')
const quiet = { throwIfNoEntry: false }
const probes = {
  stat: (path) => {
    const stats = statSync(path, quiet)
    return stats === undefined ? null : { dev: stats.dev, ino: stats.ino, isFolder: stats.isDirectory() }
  },
  isNamed: (path) => lstatSync(path, quiet) !== undefined,
  isEmpty: (path) => {
    const listing = opendirSync(path)
    const first = listing.readSync()
    listing.closeSync()
    return first === null
  },
}
const attempt = (probe, path) => {
  try {
    return probe(path)
  } catch {
    return undefined
  }
}
const report = (path) =>
  Object.fromEntries(Object.entries(probes).map(([name, probe]) => [name, attempt(probe, path)]))
let input = ''
process.stdin.on('data', (text) => (input += text)).on('end', () => {
  const paths = JSON.parse(input)
  process.stdout.write(JSON.stringify(Object.fromEntries(paths.map((path) => [path, report(path)]))))
})
`

const PROBE_COMMAND = [process.execPath, '-e', PROBE_SCRIPT] as const

/** `command` gets the paths as JSON on stdin and answers in JSON. */
export function probeInChild(
  paths: readonly string[],
  timeoutMs: number,
  [file, ...args]: readonly [string, ...string[]] = PROBE_COMMAND,
): ChildProbe {
  const child = spawn(file, args, {
    cwd: '/',
    env: { NODE_ENV: process.env.NODE_ENV },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  // If the system is out of file descriptors, Node creates no streams, despite its types.
  const { stdin, stdout }: Partial<typeof child> = child
  const gone = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  const probe = new Promise<PathProbe | null>((resolve) => {
    let output = ''
    const giveUp = setTimeout(() => {
      child.kill('SIGKILL')
      // Nothing waits for the child, not even process exit.
      stdout?.destroy()
      child.unref()
      resolve(null)
    }, timeoutMs)
    stdout?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.once('error', () => {
      clearTimeout(giveUp)
      resolve(null)
    })
    child.once('close', () => {
      clearTimeout(giveUp)
      resolve(probeFor(output))
    })
  })
  // It may have exited before the request.
  stdin?.on('error', () => undefined).end(JSON.stringify(paths))
  return { probe, gone }
}

function probeFor(output: string): PathProbe | null {
  try {
    const seen: Seen = JSON.parse(output)
    return {
      stat: (path) => known(seen[path]?.stat),
      isNamed: (path) => known(seen[path]?.isNamed),
      isEmpty: (path) => known(seen[path]?.isEmpty),
    }
  } catch {
    return null
  }
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the child could not tell')
  return value
}
