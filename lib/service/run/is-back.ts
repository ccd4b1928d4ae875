/** Whether a file was already restored by a restore that was killed before it recorded that. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { PLACE_TAKEN } from '../../domain/plan/receipt/words.ts'
import type { FileFingerprint, InnerPath } from '../../domain/plan/target.ts'
import { isPlaceFree } from '../../execute/files/move-back.ts'

/** Times are restored to the microsecond, which is Node's precision. */
const NEAR_NS = 1_000n

export function isBack(homePath: string, { path, size, mtimeNs }: FileFingerprint): boolean {
  const stats = lstatSync(join(homePath, ...path), { bigint: true, throwIfNoEntry: false })
  if (stats === undefined || !stats.isFile() || stats.size !== BigInt(size)) return false
  const apart = stats.mtimeNs - BigInt(mtimeNs)
  return apart < NEAR_NS && apart > -NEAR_NS
}

/** Whether another file has its path. */
export const isPlaceTaken = (homePath: string, fingerprint: FileFingerprint): boolean =>
  !isPlaceFree(homePath, fingerprint.path) && !isBack(homePath, fingerprint)

export const describeTaken = (path: InnerPath): string => `${path.at(-1)} stays as it is. ${PLACE_TAKEN}`

export const describeFile = (path: InnerPath, message: string): string => `${path.at(-1)}: ${message}`
