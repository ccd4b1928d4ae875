/**
 * Processes that have state.db or a sidecar open, from /proc and the kernel's locks. Null if unknown, which
 * it is while a process that may be Hermes cannot be inspected.
 */
import { type BigIntStats, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Holder } from '../../domain/home/home.ts'
import { errorCode } from '../../platform/error-code.ts'
import { hasEnded, readProcessStart, readProcFile } from '../../platform/read-process-start.ts'
import { hidesOtherUsers, mayHideProcesses } from './process-visibility.ts'
import { readLockOwners } from './read-kernel-locks.ts'

const FILES = ['state.db', 'state.db-wal', 'state.db-shm']
const DELETED = ' (deleted)'
const MAX_COMMAND = 120

export const readLinuxHolders = (homePath: string): readonly Holder[] | null =>
  scanForHolders(homePath, null).holders

/** The result of one scan, which the next one starts from. */
export type HolderScan = {
  readonly holders: readonly Holder[] | null
  readonly pids: ReadonlySet<number>
  /** Processes that may be Hermes and cannot be inspected. */
  readonly unreadable: ReadonlySet<number>
}

/**
 * Inspecting every process is expensive. After a first scan, only former holders, new processes and those
 * with a lock are inspected: in WAL mode every open connection has a lock.
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
  // Our own handle is not enough: a process that cannot be inspected may be the holder in question.
  const mayMissHolders =
    unreadable.size > 0 || hidesOtherUsers(files.ownerUid) || mayHideProcesses(homePath, 'linux')
  const isKnown = !mayMissHolders || holders.some(({ self }) => !self)
  return { holders: isKnown ? holders : null, pids: new Set(pids), unreadable: unreadable }
}

/** Null if it is not a holder, `unreadable` if it may be. */
function inspectProcess(
  pid: number,
  files: HomeFiles,
  locking: ReadonlySet<number>,
): Holder | 'unreadable' | null {
  const held = heldBy(pid, files)
  if (held !== null && held !== 'hidden') return toHolder(pid, held.deletedInode)
  if (locking.has(pid)) {
    // A process that closed it in between has no lock anymore. A lock with pid 0 belongs to another machine.
    if (!readLockOwners(files.stats)?.includes(pid)) return null
    return pid === 0 ? 'unreadable' : toHolder(pid, null)
  }
  return held === 'hidden' && mayBeHermes(pid, files) && !hasEnded(pid) ? 'unreadable' : null
}

/** `ownerUid` is null if there is no file and unknown if the folder is not accessible. */
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
    // ESRCH and ENOENT: the process has ended.
    const code = errorCode(error)
    return code === 'EACCES' || code === 'EPERM' ? 'hidden' : []
  }
  return names.flatMap((name) => {
    const path = `${folder}/${name}`
    const target = readlinkOrNull(path)
    return target === null ? [] : [{ path, target }]
  })
}

/** In another container the file has another path but the same inode. */
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

/** Options are omitted, because their values may be secrets. */
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
    // Without /proc, holders are unknown.
    return null
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // A missing home has no holders.
    return path
  }
}

function readlinkOrNull(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    // Closed in the meantime.
    return null
  }
}

function lstatOrHidden(path: string): BigIntStats | 'hidden' | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch {
    // Not accessible. Only its path can be compared.
    return 'hidden'
  }
}

function statOrNull(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch {
    // Closed, ended or hidden in the meantime.
    return null
  }
}
