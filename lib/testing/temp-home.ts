/** A temporary folder for one test. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type TempHome = {
  /** A path for a home. Does not exist yet. */
  readonly path: string
  /** The folder around it, for other files. */
  readonly root: string
  readonly cleanup: () => void
}

export function tempHome(): TempHome {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'steward-')))
  return { path: join(root, 'home'), root, cleanup: () => rmSync(root, { recursive: true, force: true }) }
}
