/** Makes the folders down to a place, one by one, each only for its owner; a link on the way is refused. */
import { lstatSync, mkdirSync } from 'node:fs'

/** True when all of them are real folders now. */
export function makeFolders(base: string, names: readonly string[]): boolean {
  let path = base
  for (const name of names) {
    path = `${path}/${name}`
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined) mkdirSync(path, 0o700)
    else if (!stats.isDirectory()) return false
  }
  return true
}
