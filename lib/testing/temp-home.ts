/** A throw-away folder for one test. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type TempHome = {
  /** Where a home may be made; it does not exist yet. */
  readonly path: string
  /** The folder around it, for whatever else the test needs. */
  readonly root: string
  readonly cleanup: () => void
}

export function tempHome(): TempHome {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'steward-')))
  return { path: join(root, 'home'), root, cleanup: () => rmSync(root, { recursive: true, force: true }) }
}
