/** Steward's own data may not be in a home of another user, because it would be files of two users in one home. */
import { realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { describeUser } from '../domain/home/ownership.ts'
import { ourselves, ownerBehind } from '../platform/read-owners.ts'
import type { Settings } from './settings.ts'

/** A sentence for the terminal. Null if the data folder may be used. */
export function refuseDataFolder({
  dataDir,
  hermesHome,
  extraHomes,
}: Pick<Settings, 'dataDir' | 'hermesHome' | 'extraHomes'>): string | null {
  const us = ourselves()
  const data = realPathOf(dataDir)
  for (const home of [hermesHome, ...extraHomes]) {
    const owner = ownerBehind(home)
    if (us === null || owner === null || owner.uid === us.uid) continue
    if (`${data}${sep}`.startsWith(`${realPathOf(home)}${sep}`))
      return `STEWARD_DATA is inside a home that belongs to ${describeUser(owner)}, but Steward runs as ${describeUser(us)}. Set STEWARD_DATA to a folder elsewhere, or start Steward as the owner.`
  }
  return null
}

/** The folder may not exist yet. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPathOf(parent), path.slice(parent.length))
  }
}
