/**
 * Processes that have state.db or a sidecar open, by the links under /proc and the kernel's list of locks. Null where we
 * cannot know: a process we may not look into and that may be Hermes is no proof of nobody.
 */
import { type BigIntStats, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Holder } from '../../domain/home/home.ts'
import { readProcessStart, readProcFile } from '../../platform/read-process-start.ts'
import { hidesOtherUsers, mayHideProcesses } from './process-visibility.ts'
import { readLockOwners } from './read-kernel-locks.ts'

const FILES = ['state.db', 'state.db-wal', 'state.db-shm']
const DELETED = ' (deleted)'
const MAX_COMMAND = 120

export const readLinuxHolders = (homePath: string): readonly Holder[] | null =>
  scanForHolders(homePath, null).holders

/** What one look found, for the next to start from. */
export type HolderScan = {
  readonly holders: readonly Holder[] | null
  readonly pids: ReadonlySet<number>
  /** Those among them that may be Hermes, and that we may not look into. */
  readonly unreadable: ReadonlySet<number>
}

/**
 * The files of every process of the machine are many. After an earlier look only those are asked that held the database
 * then, that came since, or that the kernel says have a lock on it: every connection to a database with a log has one as
 * long as it is open.
 */
export function scanForHolders(homePath: string, before: HolderScan | null): HolderScan {
  const pids = listPids()
  if (pids === null) return { holders: null, pids: new Set(), unreadable: new Set() }
  const files = describeFiles(homePath)
  const locking = new Set(readLockOwners(files.stats))
  const known = new Set(before?.holders?.map(({ pid }) => pid))
  const mustInspect = (pid: number) =>
    before === null || known.has(pid) || locking.has(pid) || !before.pids.has(pid)
  const holders: Holder[] = []
  const unreadable = new Set<number>()
  for (const pid of new Set([...pids, ...locking])) {
    const seen = mustInspect(pid)
      ? inspectProcess(pid, files, locking)
      : before?.unreadable.has(pid)
        ? 'unreadable'
        : null
    if (seen === 'unreadable') unreadable.add(pid)
    else if (seen !== null) holders.push(seen)
  }
  // Ourselves are no answer: whoever we may not look into could be the one the question is about.
  const mayMissHolders =
    unreadable.size > 0 || hidesOtherUsers(files.ownerUid) || mayHideProcesses(homePath, 'linux')
  const isKnown = !mayMissHolders || holders.some(({ self }) => !self)
  return { holders: isKnown ? holders : null, pids: new Set(pids), unreadable: unreadable }
}

/** Null where it holds nothing; unseen where it may. */
function inspectProcess(
  pid: number,
  files: HomeFiles,
  locking: ReadonlySet<number>,
): Holder | 'unreadable' | null {
  const held = heldBy(pid, files)
  if (held !== null && held !== 'hidden') return toHolder(pid, held.deletedInode)
  if (locking.has(pid)) {
    // Who let go between the two looks has no lock any more. A lock without a number is somebody's on another machine.
    if (!readLockOwners(files.stats)?.includes(pid)) return null
    return pid === 0 ? 'unreadable' : toHolder(pid, null)
  }
  return held === 'hidden' && mayBeHermes(pid, files) ? 'unreadable' : null
}

/** `ownerUid` is null where there is no file, and unknown where the folder cannot be entered. */
type HomeFiles = { paths: string[]; stats: BigIntStats[]; ownerUid: number | 'unknown' | null }

function describeFiles(homePath: string): HomeFiles {
  const folder = realPath(homePath)
  const paths = FILES.map((name) => join(/* turbopackIgnore: true */ folder, name))
  const seen = paths.map(lstatOrHidden)
  const stats = seen.filter((each) => each !== null && each !== 'hidden')
  const owner = stats[0]?.uid
  const ownerUid = seen.includes('hidden') ? 'unknown' : owner === undefined ? null : Number(owner)
  return { paths, stats, ownerUid }
}

function heldBy(pid: number, files: HomeFiles): { deletedInode: boolean } | 'hidden' | null {
  const links = readLinks(pid)
  if (links === 'hidden') return 'hidden'
  const held = links.filter((link) => isHomeFile(link, files))
  if (held.length === 0) return null
  return { deletedInode: held.some(({ target }) => target.endsWith(DELETED)) }
}

type Link = { path: string; target: string }

function readLinks(pid: number): Link[] | 'hidden' {
  const folder = `/proc/${pid}/fd`
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch (error) {
    // ESRCH and ENOENT: it ended while we looked, so it holds nothing.
    const code = error instanceof Error && 'code' in error ? error.code : null
    return code === 'EACCES' || code === 'EPERM' ? 'hidden' : []
  }
  return names.flatMap((name) => {
    const path = `${folder}/${name}`
    const target = readlinkOrNull(path)
    return target === null ? [] : [{ path, target }]
  })
}

/** In another container the same file has another path; its inode is the same. */
function isHomeFile({ path, target }: Link, files: HomeFiles): boolean {
  const named = target.endsWith(DELETED) ? target.slice(0, -DELETED.length) : target
  if (files.paths.includes(named)) return true
  if (!FILES.includes(basename(named))) return false
  const open = statOrNull(path)
  return open !== null && files.stats.some((own) => own.ino === open.ino && own.dev === open.dev)
}

function mayBeHermes(pid: number, files: HomeFiles): boolean {
  if (files.ownerUid === 'unknown') return true
  const owner = statOrNull(`/proc/${pid}`)?.uid
  if (owner !== undefined && Number(owner) === files.ownerUid) return true
  return /hermes/i.test(readProcFile(`/proc/${pid}/cmdline`) ?? '')
}

function toHolder(pid: number, deletedInode: boolean | null): Holder {
  return {
    pid,
    command: describeCommand(pid),
    startedMs: readProcessStart(pid)?.startedMs ?? null,
    deletedInode,
    self: pid === process.pid,
  }
}

/** Options are left out: their values may be secrets, and the words say what runs. */
function describeCommand(pid: number): string {
  const words = (readProcFile(`/proc/${pid}/cmdline`) ?? '').split('\0').filter((word) => word !== '')
  const plain = words.filter((word, at) => at === 0 || (!word.startsWith('-') && !/\s/.test(word)))
  const shown = plain.slice(0, 4).map((word) => basename(word))
  const command = shown.length > 0 ? shown.join(' ') : (readProcFile(`/proc/${pid}/comm`) ?? '').trim()
  return command.slice(0, MAX_COMMAND) || 'unknown'
}

function listPids(): number[] | null {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    // No /proc here: unknown, not none.
    return null
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // A missing home has no holders under any name.
    return path
  }
}

function readlinkOrNull(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    // Closed between listing and looking.
    return null
  }
}

function lstatOrHidden(path: string): BigIntStats | 'hidden' | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch {
    // A folder we may not enter; its path alone must do.
    return 'hidden'
  }
}

function statOrNull(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch {
    // Closed, ended or hidden since.
    return null
  }
}
