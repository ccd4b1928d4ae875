/** Renames a file or link without ever replacing another. */
import { linkSync, renameSync, unlinkSync } from 'node:fs'
import { errorCode } from '../../platform/error-code.ts'
import { seeAt } from './check-file.ts'

/**
 * False if the name is taken. A kill between link and unlink leaves both names on one file; running it again
 * removes the old one.
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

/** File systems without hard links, and files of other users where linking to them is forbidden. */
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
