/** Creates nested folders of a home with mode 0700 and refuses to go through a link. */
import { mkdirSync } from 'node:fs'
import type { InnerPath } from '../../domain/plan/target.ts'
import { errorCode } from '../../platform/error-code.ts'
import type { HeldFolder } from './held-folder.ts'
import { holdFolder } from './turn-folders.ts'

/** The last of them, open until the end of the current turn. Null unless all of them are real folders now. */
export function makeFolders(homePath: string, names: InnerPath): HeldFolder | null {
  const found = holdFolder(homePath, names)
  if (found.ok) return found.value
  const name = names.at(-1)
  if (found.fault !== 'missing' || name === undefined) return null
  const above = makeFolders(homePath, names.slice(0, -1))
  if (above === null) return null
  makeFolder(above.at(name))
  const made = holdFolder(homePath, names)
  return made.ok ? made.value : null
}

/** A replacement by another process in this moment is caught when the folder is opened. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, 0o700)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}
