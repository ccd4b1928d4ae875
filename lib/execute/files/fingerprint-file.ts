/** The current fingerprint of a file, for files that are saved along with a plan item. */
import type { FileFingerprint, InnerPath } from '../../domain/plan/target.ts'
import { toFingerprint } from '../../platform/fingerprint-file.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { seeAt } from './check-file.ts'
import { type FileSkip, skipForFault } from './outcomes.ts'
import { placeInHome } from './resolve-path.ts'

export function fingerprintFile(homePath: string, names: InnerPath): Result<FileFingerprint, FileSkip> {
  const place = placeInHome(homePath, names)
  if (!place.ok) return failed(skipForFault(place.fault))
  const stats = seeAt(place.value.path)
  if (stats === null) return failed('file-gone')
  if (!stats.isFile()) return failed('not-a-plain-file')
  return ok(toFingerprint(names, stats))
}
