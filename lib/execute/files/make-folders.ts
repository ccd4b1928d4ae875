/** Creates nested folders with mode 0700 and refuses to go through a link. */
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
