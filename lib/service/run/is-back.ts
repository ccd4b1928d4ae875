/** Whether a file was already restored by a restore that was killed before it recorded that. */
import type { BigIntStats } from 'node:fs'
import { PLACE_TAKEN } from '../../domain/plan/receipt/words.ts'
import type { FileFingerprint, InnerPath } from '../../domain/plan/target.ts'
import { seeAt } from '../../execute/files/check-file.ts'
import { isPlaceFree } from '../../execute/files/move-back.ts'
import { resolveInHome } from '../../execute/files/resolve-path.ts'

/** Times are restored to the microsecond, which is Node's precision. */
const NEAR_NS = 1_000n

export function isBack(homePath: string, { path, size, mtimeNs }: FileFingerprint): boolean {
  const stats = seeInHome(homePath, path)
  if (stats?.isFile() !== true || stats.size !== BigInt(size)) return false
  const apart = stats.mtimeNs - BigInt(mtimeNs)
  return apart < NEAR_NS && apart > -NEAR_NS
}

/** Null if nothing is there, or if something on the way is no folder. */
export function seeInHome(homePath: string, path: InnerPath): BigIntStats | null {
  const place = resolveInHome(homePath, path)
  return place.ok ? seeAt(place.value) : null
}

/** Whether another file has its path. */
export const isPlaceTaken = (homePath: string, fingerprint: FileFingerprint): boolean =>
  !isPlaceFree(homePath, fingerprint.path) && !isBack(homePath, fingerprint)

export const describeTaken = (path: InnerPath): string => `${path.at(-1)} stays as it is. ${PLACE_TAKEN}`

export const describeFile = (path: InnerPath, message: string): string => `${path.at(-1)}: ${message}`
