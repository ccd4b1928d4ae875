/**
 * Lets only one Steward change a home, whatever its data folder. The lock is on an empty file in the home, and the
 * operating system releases it when the process dies. No other code may open this file: closing any handle of it
 * would drop the lock.
 */
import {
  type BigIntStats,
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  lstatSync,
  openSync,
  rmSync,
} from 'node:fs'
import Database from 'better-sqlite3'
import { errorCode } from '../../platform/error-code.ts'
import { failed, ok, type Result } from '../../shared/result.ts'

export const HOME_LOCK = '.steward-lock'

export type HomeLock = {
  /** False once the file was removed or replaced. Another Steward could lock the new one. */
  readonly isHeld: () => boolean
  readonly release: () => void
}

export type LockFault =
  /** There is no such home. */
  | { readonly code: 'missing' }
  /** There is no lock file, and none was to be created. */
  | { readonly code: 'free' }
  | { readonly code: 'held'; readonly file: BigIntStats }
  | { readonly code: 'not-lockable'; readonly detail: string }

/** `homePath` is the real path. */
export function lockHome(
  homePath: string,
  { create }: { readonly create: boolean },
): Result<HomeLock, LockFault> {
  try {
    const home = lstatSync(homePath, { bigint: true, throwIfNoEntry: false })
    if (home?.isDirectory() !== true) return failed({ code: 'missing' })
    const path = `${homePath}/${HOME_LOCK}`
    const file = seeAt(path) ?? (create ? createFile(path, home) : null)
    if (file === null) return failed({ code: 'free' })
    const odd = describeOdd(path, file, home)
    return odd === null ? take(path, file) : notLockable(odd)
  } catch (error) {
    const code = errorCode(error)
    if (code === null || code.startsWith('ERR_')) throw error
    return notLockable(DETAILS[code] ?? `the system says ${code}`)
  }
}

const DETAILS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied. Run Steward as the owner of the home',
  EPERM: 'permission denied. Run Steward as the owner of the home',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk has no space for another file. Delete a file there',
  EDQUOT: 'the disk quota is used up. Delete a file there',
}

/** Empty, so that it needs no space on a full disk. Never follows a link, and belongs to the owner of the home. */
function createFile(path: string, home: BigIntStats): BigIntStats | null {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants
  let handle: number
  try {
    handle = openSync(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR, 0o600)
  } catch (error) {
    // Another Steward was faster.
    if (errorCode(error) === 'EEXIST') return seeAt(path)
    throw error
  }
  // Closing this handle drops no lock, because only this thread locks homes.
  try {
    const made = fstatSync(handle, { bigint: true })
    if (made.uid !== home.uid) fchownSync(handle, Number(home.uid), Number(home.gid))
    return fstatSync(handle, { bigint: true })
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(handle)
  }
}

/** Why SQLite must not open it. */
function describeOdd(path: string, file: BigIntStats, home: BigIntStats): string | null {
  if (!file.isFile() || file.nlink !== 1n || file.dev !== home.dev) return `${HOME_LOCK} is not a plain file`
  if (file.size !== 0n) return `${HOME_LOCK} is not empty`
  if (file.uid !== home.uid) return `${HOME_LOCK} belongs to another user than the home`
  const beside = SIDECARS.find((suffix) => seeAt(path + suffix) !== null)
  return beside === undefined ? null : `${HOME_LOCK}${beside} exists. Move it out of the home`
}

/** SQLite would delete or apply these. */
const SIDECARS = ['-journal', '-wal', '-shm'] as const

function take(path: string, file: BigIntStats): Result<HomeLock, LockFault> {
  const db = new Database(path, { timeout: 0, fileMustExist: true })
  try {
    // A journal on disk would need space, although nothing is ever written.
    db.pragma('journal_mode = MEMORY')
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (errorCode(error)?.startsWith('SQLITE_BUSY')) return failed({ code: 'held', file })
    throw error
  }
  const isHeld = () => {
    const now = seeAt(path)
    return now?.ino === file.ino && now.dev === file.dev
  }
  // Replaced in between, so the lock may be on another file.
  if (isHeld()) return ok({ isHeld, release: () => void db.close() })
  db.close()
  return notLockable(`${HOME_LOCK} was replaced`)
}

const seeAt = (path: string): BigIntStats | null =>
  lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null

const notLockable = (detail: string): Result<never, LockFault> => failed({ code: 'not-lockable', detail })
