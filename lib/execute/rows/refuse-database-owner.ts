/** Checks the owner once more where the database is opened for writing. */
import { OWNED_PATHS, refuseOwnership } from '../../domain/home/ownership.ts'
import type { Refusal } from '../../domain/home/refusals.ts'
import { ourselves, ownerAt, ownerBehind } from '../../platform/read-owners.ts'

export function refuseDatabaseOwner(homePath: string): Refusal | null {
  const us = ourselves()
  const home = ownerBehind(homePath)
  if (us === null || home === null) return null
  const parts = OWNED_PATHS.database.flatMap((path) => {
    const owner = ownerAt(homePath, path)
    return owner === null ? [] : [{ area: 'database' as const, path, owner }]
  })
  return refuseOwnership({ us, home, parts, isTrashLink: false })[0] ?? null
}
