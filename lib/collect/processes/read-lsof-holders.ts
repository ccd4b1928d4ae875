/** Processes that have state.db or a sidecar open, from `lsof` (macOS). */
import { execFileSync } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Holder } from '../../domain/home/home.ts'

const TIMEOUT_MS = 5_000

/** Null if lsof is missing, hangs or fails, or if it lists no holder and may not see all processes. */
export function readLsofHolders(homePath: string): Holder[] | null {
  const checked = ['state.db', 'state.db-wal', 'state.db-shm'].map((name) =>
    statFile(join(/* turbopackIgnore: true */ homePath, name)),
  )
  if (checked.includes('hidden')) return null
  const files = checked.filter((file) => file !== null && file !== 'hidden')
  if (files.length === 0) return []
  const holders = runLsof(files.map(({ path }) => path))
  if (holders?.every(({ self }) => self) && !seesAllHolders(files)) return null
  return holders
}

type HomeFile = { readonly path: string; readonly uid: number }

function statFile(path: string): HomeFile | 'hidden' | null {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    return stats === undefined ? null : { path, uid: stats.uid }
  } catch {
    // No permission for the folder.
    return 'hidden'
  }
}

/** lsof shows another user's open files to root only. */
function seesAllHolders(files: readonly HomeFile[]): boolean {
  const uid = process.getuid?.()
  return uid === 0 || files.every((file) => file.uid === uid)
}

function runLsof(paths: readonly string[]): Holder[] | null {
  try {
    const output = execFileSync('lsof', ['-w', '-F', 'pc', '--', ...paths], {
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return parseLsof(output)
  } catch (error) {
    return parseFailure(error)
  }
}

/** Field output: a `p<pid>` line, then `c<command>`, then one `f` line per open file. A deleted file is not listed. */
export function parseLsof(output: string): Holder[] {
  const holders = new Map<number, Holder>()
  let pid = 0
  for (const line of output.split('\n')) {
    const value = line.slice(1)
    if (line.startsWith('p')) pid = Number(value)
    if (line.startsWith('c') && pid > 0) {
      const command = basename(value)
      holders.set(pid, { pid, command, startedMs: null, deletedInode: null, self: pid === process.pid })
    }
  }
  return [...holders.values()]
}

/** lsof exits with 1 if any of the files has no holder. */
function parseFailure(error: unknown): Holder[] | null {
  if (!(error instanceof Error) || !('status' in error) || error.status !== 1) return null
  return 'stdout' in error && typeof error.stdout === 'string' ? parseLsof(error.stdout) : null
}
