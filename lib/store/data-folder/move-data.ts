/** Moves Steward's data from a temporary folder to STEWARD_DATA. A kill at any point loses nothing. */
import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { errorCode } from '../../platform/error-code.ts'
import { syncFolder } from '../../platform/sync-folder.ts'
import { STORE_FILE } from '../open-store.ts'

/** In the temporary folder: which copy is about to become the store. */
const MOVED = 'moved'
const COPY = `${STORE_FILE}.moving`
/** The store is moved by itself, and the others are made again. */
const NOT_COPIED = new Set([STORE_FILE, `${STORE_FILE}-wal`, `${STORE_FILE}-shm`, MOVED, 'executor.lock'])

/** False if it cannot be moved now: another server uses it, or the disk filled up again. */
export function moveData(from: string, to: string): boolean {
  try {
    if (!isMovedTo(from, to)) {
      if (!closeStore(from)) return false
      mkdirSync(to, { recursive: true, mode: 0o700 })
      copyOthers(from, to)
      copyStore(from, to)
    }
    rmSync(from, { recursive: true, force: true })
    return true
  } catch (error) {
    const code = errorCode(error)
    if (code === null || code.startsWith('ERR_')) throw error
    rmSync(join(to, COPY), { force: true })
    return isMovedTo(from, to)
  }
}

/** Whether the store in `to` is the copy of the one in `from`. */
export function isMovedTo(from: string, to: string): boolean {
  const marker = join(from, MOVED)
  const store = lstatSync(join(to, STORE_FILE), { throwIfNoEntry: false })
  return store !== undefined && existsSync(marker) && readFileSync(marker, 'utf8') === nameOf(store)
}

/** Puts everything into one file, which only works while no other process has it open. */
function closeStore(folder: string): boolean {
  const db = new Database(join(folder, STORE_FILE), { timeout: 0, fileMustExist: true })
  try {
    return db.pragma('journal_mode = DELETE', { simple: true }) === 'delete'
  } finally {
    db.close()
  }
}

function copyOthers(from: string, to: string): void {
  for (const name of readdirSync(from))
    if (!NOT_COPIED.has(name)) cpSync(join(from, name), join(to, name), { recursive: true })
}

/** The copy is complete and on disk before it gets the name of the store. */
function copyStore(from: string, to: string): void {
  const copy = join(to, COPY)
  copyFileSync(join(from, STORE_FILE), copy)
  chmodSync(copy, 0o600)
  const file = openSync(copy, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  writeFileSync(join(from, MOVED), nameOf(lstatSync(copy)), { mode: 0o600 })
  // Left by a start that could not create the store.
  for (const suffix of ['-wal', '-shm']) rmSync(join(to, STORE_FILE + suffix), { force: true })
  renameSync(copy, join(to, STORE_FILE))
  syncFolder(to)
}

/** A rename keeps it. */
const nameOf = ({ dev, ino }: { readonly dev: number; readonly ino: number }): string => `${dev}:${ino}`
