/**
 * Reads one small text file of a home, or null if there is none. Size is bounded, only regular files are
 * read, and no link inside the home is followed. Never use it for state.db and its sidecars: closing a plain
 * descriptor on those cancels the SQLite locks of this process.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Fault } from '../domain/home/fault.ts'
import type { Part } from '../domain/home/home.ts'
import { failed, ok } from '../shared/result.ts'
import { errorCode, isMissing } from './error-code.ts'

/** `name` is relative to the home and chosen by Steward, never a session id. Faults name the file by it. */
export function readTextFile(homePath: string, name: string, maxBytes: number): Part<string | null> {
  if (basename(name).startsWith('state.db')) throw new Error(`${name} must not be opened as a plain file`)
  try {
    const link = findLink(homePath, name)
    if (link !== null) return failed({ code: 'folder-symlink', path: link })
    return readBounded(join(homePath, name), name, maxBytes)
  } catch (error) {
    return isMissing(error) ? ok(null) : failed(toFileFault(name, error))
  }
}

/** The first part of the path inside the home that is a symbolic link. Throws if a part is missing. */
export function findLink(homePath: string, name: string): string | null {
  const parts = name.split('/')
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const way = parts.slice(0, depth).join('/')
    if (lstatSync(join(homePath, way)).isSymbolicLink()) return way
  }
  return null
}

export function toFileFault(name: string, error: unknown): Fault {
  const code = errorCode(error)
  if (code === null) throw error
  if (code === 'ELOOP') return { code: 'folder-symlink', path: name }
  return { code: 'unreadable', path: name, detail: `The system says ${code}` }
}

function readBounded(path: string, name: string, maxBytes: number): Part<string> {
  // Without O_NONBLOCK, opening a named pipe would block forever.
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const { size, isRegular } = describe(file)
    if (!isRegular) return failed({ code: 'unreadable', path: name, detail: 'It is not a regular file' })
    if (size > maxBytes) return failed({ code: 'too-large', path: name, sizeBytes: size })
    return ok(readAll(file, size))
  } finally {
    closeSync(file)
  }
}

function describe(file: number): { size: number; isRegular: boolean } {
  const stats = fstatSync(file)
  return { size: stats.size, isRegular: stats.isFile() }
}

function readAll(file: number, size: number): string {
  const bytes = Buffer.alloc(size)
  let filled = 0
  while (filled < size) {
    const count = readSync(file, bytes, filled, size - filled, filled)
    if (count === 0) break
    filled += count
  }
  return bytes.toString('utf8', 0, filled)
}
