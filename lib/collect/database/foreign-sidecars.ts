/**
 * Whether opening a database, even read-only, could leave a `-wal` or `-shm` that its owner cannot write. SQLite creates
 * missing ones with the database's mode and, for root alone, with its owner. Another user's would stop Hermes.
 */
import { execFileSync } from 'node:child_process'
import { accessSync, constants, lstatSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Not even where both files exist: the last process of Hermes may close, and delete them, between this check and the
 * opening.
 */
export function wouldLeaveSidecars(path: string): boolean {
  const us = process.geteuid?.()
  const owner = lstatSync(path, { throwIfNoEntry: false })?.uid
  if (us === undefined || owner === undefined || us === owner) return false
  if (us === 0 && mayGiveAway()) return false
  return mayCreateIn(dirname(path)) && mayBeWal(path)
}

/** A container's root may lack the right to change owners. */
function mayGiveAway(): boolean {
  try {
    const rights = /^CapEff:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
    return rights === undefined || (BigInt(`0x${rights}`) & CAP_CHOWN) !== 0n
  } catch {
    // Only Linux has this file, and only Linux divides root's rights.
    return true
  }
}

const CAP_CHOWN = 1n

function mayCreateIn(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The header says. A child process reads it, because closing a plain descriptor here would drop the locks of every
 * SQLite handle in this process.
 */
function mayBeWal(path: string): boolean {
  try {
    const head = execFileSync('head', ['-c', '20', '--', path], {
      timeout: HEAD_TIMEOUT_MS,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return head[READ_VERSION_AT] === WAL_VERSION
  } catch {
    // Unknown counts as yes. What cannot be read at all has nothing to show anyway.
    return true
  }
}

const HEAD_TIMEOUT_MS = 2_000
const READ_VERSION_AT = 19
const WAL_VERSION = 2
