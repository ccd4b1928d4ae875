/** Makes the folders down to a place, one by one, each only for its owner; a link on the way is refused. */
import { lstatSync, mkdirSync } from 'node:fs'
import { errorCode } from './error-code.ts'

/** True when all of them are real folders now. */
export function makeFolders(base: string, names: readonly string[]): boolean {
  let path = base
  for (const name of names) {
    path = `${path}/${name}`
    try {
      mkdirSync(path, 0o700)
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
      if (!lstatSync(path).isDirectory()) return false
    }
  }
  return true
}
