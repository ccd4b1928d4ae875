/** Opens a file to read. Neither a link nor a pipe in its place is opened, and its access time stays where possible. */
import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { errorCode } from '../../platform/error-code.ts'

/** Null if something else than a plain file is there. Throws other file system errors. */
export function openPlainFile(path: string | Buffer): number | null {
  const file = open(path)
  if (file === null) return null
  if (fstatSync(file).isFile()) return file
  closeSync(file)
  return null
}

/** Only Linux has O_NOATIME, and only for the owner of the file. Without O_NONBLOCK, opening a pipe would block. */
function open(path: string | Buffer): number | null {
  const plain = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const quiet = plain | (constants.O_NOATIME ?? 0)
  try {
    return openSync(path, quiet)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EPERM' && quiet !== plain) return openSync(path, plain)
    if (code === 'ELOOP' || code === 'ENXIO') return null
    throw error
  }
}
