/**
 * Looks at paths on a drive that may never answer. A call that hangs in the kernel cannot be taken back by the thread
 * that made it, and would hold up every page and every look at a home; so a child makes it, and is given up in time.
 */
import { spawn } from 'node:child_process'
import type { Inode, PathProbe } from './path-probe.ts'

export type ChildProbe = {
  /** Null where the child did not tell all it was asked within its time. */
  readonly probe: Promise<PathProbe | null>
  /** Resolves when the child is gone: one that hangs in the kernel may outlive even its killing. */
  readonly gone: Promise<void>
}

type Seen = {
  readonly [path: string]: {
    readonly stat?: Inode | null
    readonly isNamed?: boolean
    readonly isEmpty?: boolean
  }
}

/** As text, because a bundled server has no file of ours that Node alone could run. What it cannot say it leaves out. */
const LOOKER = `
const { lstatSync, opendirSync, statSync } = require('node:fs')
const quiet = { throwIfNoEntry: false }
const eye = {
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
const tell = (look, path) => {
  try {
    return look(path)
  } catch {
    return undefined
  }
}
const told = (path) => Object.fromEntries(Object.entries(eye).map(([name, look]) => [name, tell(look, path)]))
let asked = ''
process.stdin.on('data', (text) => (asked += text)).on('end', () => {
  const paths = JSON.parse(asked)
  process.stdout.write(JSON.stringify(Object.fromEntries(paths.map((path) => [path, told(path)]))))
})
`

const LOOK = [process.execPath, '-e', LOOKER] as const

/** `command` gets the paths as JSON on its input and tells what it saw as JSON. */
export function probeInChild(
  paths: readonly string[],
  patienceMs: number,
  [file, ...args]: readonly [string, ...string[]] = LOOK,
): ChildProbe {
  const child = spawn(file, args, {
    cwd: '/',
    env: { NODE_ENV: process.env.NODE_ENV },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  // Where the system has no more files to open, Node has no streams to give, whatever its types say.
  const { stdin, stdout }: Partial<typeof child> = child
  const gone = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  const probe = new Promise<PathProbe | null>((resolve) => {
    let told = ''
    const giveUp = setTimeout(() => {
      child.kill('SIGKILL')
      // Nothing of ours waits for it, not even the end of the process.
      stdout?.destroy()
      child.unref()
      resolve(null)
    }, patienceMs)
    stdout?.setEncoding('utf8').on('data', (text) => {
      told += text
    })
    child.once('error', () => {
      clearTimeout(giveUp)
      resolve(null)
    })
    child.once('close', () => {
      clearTimeout(giveUp)
      resolve(probeFor(told))
    })
  })
  // It may have ended before it was asked.
  stdin?.on('error', () => undefined).end(JSON.stringify(paths))
  return { probe, gone }
}

function probeFor(told: string): PathProbe | null {
  try {
    const seen: Seen = JSON.parse(told)
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
  if (value === undefined) throw new Error('the child could not say')
  return value
}
