/**
 * Whether the system lets a file be moved or deleted, before anything that belongs to it is removed. Root passes most
 * of this, so a read-only disk and immutable files are checked too. The move itself may still fail.
 */
import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { FileFingerprint } from '../../domain/plan/target.ts'
import { errorCode } from '../../platform/error-code.ts'
import { resolveInHome } from './resolve-path.ts'

/** Null if it may be moved. */
export function refuseUnmovable(homePath: string, { path: names }: FileFingerprint): Outcome | null {
  const place = resolveInHome(homePath, names)
  // `checkFile` reports such a file.
  if (!place.ok) return null
  const folder = refusalAt(dirname(place.value), constants.W_OK | constants.X_OK)
  if (folder !== null)
    return unmovable(`The folder ${names.slice(0, -1).join('/')} cannot be written`, folder)
  const file = refusalAt(place.value, constants.W_OK)
  // A file without write permission can be moved. An immutable one cannot.
  return file === 'EPERM' ? unmovable(`${names.at(-1)} cannot be moved`, file) : null
}

function refusalAt(path: string, rights: number): string | null {
  try {
    accessSync(path, rights)
    return null
  } catch (error) {
    return errorCode(error)
  }
}

const unmovable = (what: string, code: string): Outcome => ({
  kind: 'failed',
  code,
  message: `${what}: the system says ${code}. It was left as it is.`,
})
