/** Gives a file or link another name without ever writing over one. */
import { linkSync, renameSync, unlinkSync } from 'node:fs'
import { errorCode } from '../../platform/error-code.ts'
import { seeAt } from './check-file.ts'

/**
 * False where the name is taken by something else. A kill between the two halves leaves both names on one file;
 * running it again takes the old one away.
 */
export function renameNoReplace(from: string | Buffer, to: string | Buffer): boolean {
  try {
    linkSync(from, to)
  } catch (error) {
    const code = errorCode(error) ?? ''
    if (code === 'EEXIST') {
      if (!isSame(from, to)) return false
    } else if (NO_LINKS.has(code)) return renameIfFree(from, to)
    else throw error
  }
  unlinkSync(from)
  return true
}

/** Disks without hard links, and files of somebody else where the system forbids linking to them. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS'])

function renameIfFree(from: string | Buffer, to: string | Buffer): boolean {
  if (seeAt(to) !== null) return false
  renameSync(from, to)
  return true
}

function isSame(from: string | Buffer, to: string | Buffer): boolean {
  const [a, b] = [seeAt(from), seeAt(to)]
  return a !== null && b !== null && a.dev === b.dev && a.ino === b.ino
}
