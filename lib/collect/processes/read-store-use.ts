/**
 * Whether a git process works in a repository. Only git makes its locks, and it holds them only while it runs, so a lock
 * without a process was left behind.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readlinkSync, statSync } from 'node:fs'
import { errorCode } from '../../platform/error-code.ts'
import { hasEnded, readParent, readProcFile } from '../../platform/read-process-start.ts'
import { hidesOtherUsers, mayHideProcesses } from './process-visibility.ts'

/** `unknown`: none found, but some processes may be hidden. */
export type StoreUse = 'none' | 'git' | 'unknown'

/** Leaves out children of this process, which knows what it started. */
export function readStoreUse(
  homePath: string,
  store: string,
  platform: NodeJS.Platform = process.platform,
): StoreUse {
  if (platform === 'darwin') return readByList()
  if (platform !== 'linux') return 'unknown'
  const at = statOrNull(store)
  const pids = listPids()
  if (at === null || pids === null) return 'unknown'
  let isSure = !(hidesOtherUsers(Number(at.uid)) || mayHideProcesses(homePath, platform))
  for (const pid of pids) {
    if (!isGit(pid) || hasEnded(pid) || readParent(pid) === process.pid) continue
    const use = usesStore(pid, at)
    if (use === true) return 'git'
    // It may have ended since.
    if (use === null && !hasEnded(pid)) isSure = false
  }
  return isSure ? 'none' : 'unknown'
}

/** Git names its helpers `git-upload-pack` and the like. */
const isGit = (pid: number): boolean => /^git(?:$|-)/.test((readProcFile(`/proc/${pid}/comm`) ?? '').trim())

type Store = { readonly dev: bigint; readonly ino: bigint }

/** Null if another user's process cannot be inspected. */
function usesStore(pid: number, store: Store): boolean | null {
  const folder = `/proc/${pid}`
  try {
    readlinkSync(`${folder}/cwd`)
  } catch (error) {
    const code = errorCode(error)
    return code === 'EACCES' || code === 'EPERM' ? null : false
  }
  const named = /(?:^|\0)GIT_DIR=([^\0]+)/.exec(readProcFile(`${folder}/environ`) ?? '')?.[1]
  const words = (readProcFile(`${folder}/cmdline`) ?? '').split('\0')
  const dirs = [named ?? '.', ...words.map((word) => word.replace(/^--git-dir=/, '')), '.']
  // Seen through the process's own root and folder, because in a container the store may have another path.
  return dirs.some((dir) => isSame(`${folder}/${dir.startsWith('/') ? 'root' : 'cwd/'}${dir}`, store))
}

const isSame = (path: string, { dev, ino }: Store): boolean => {
  const stats = statOrNull(path)
  return stats !== null && stats.dev === dev && stats.ino === ino
}

/** macOS does not show what a process works on, so any git counts. */
function readByList(): StoreUse {
  try {
    const names = execFileSync('ps', ['-axo', 'ucomm='], { encoding: 'utf8', timeout: 5_000 })
    return names.split('\n').some((name) => /^git(?:$|-)/.test(name.trim())) ? 'git' : 'none'
  } catch {
    // Without a list nothing is known.
    return 'unknown'
  }
}

function listPids(): number[] | null {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    // Without /proc, processes are unknown.
    return null
  }
}

function statOrNull(path: string) {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch {
    // Ended or hidden in the meantime.
    return null
  }
}
