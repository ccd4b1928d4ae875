/** Splits a home into units, small enough to share among threads and to recognize as unchanged. */
import { classifyEntry } from '../../domain/storage/classify-path.ts'
import type { ScanUnit, UnitKind } from './scan-types.ts'

export function unitForPath(segments: readonly string[]): ScanUnit {
  return { path: segments.join('/'), kind: kindForPath(segments), class: classifyEntry(segments) }
}

/** Profiles are separate homes with their own scans. */
export const isProfileHome = ([top, name, ...rest]: readonly string[]): boolean =>
  top === 'profiles' && name !== undefined && rest.length === 0 && PROFILE.test(name) && name !== 'default'

function kindForPath([top, second, third, ...deeper]: readonly string[]): UnitKind {
  if (top === undefined) return 'shallow'
  if (second === undefined) return top === 'sessions' ? 'sessions' : 'shallow'
  if (top === 'cron') return second === 'output' && third === undefined ? 'shallow' : 'tree'
  if (top !== 'checkpoints' || deeper.length > 0) return 'tree'
  if (third === undefined) {
    if (second === 'store' || isLegacy(second)) return 'shallow'
    return REPOSITORY.test(second) ? 'repository' : 'tree'
  }
  if (second === 'store') return third === 'objects' ? 'shallow' : 'tree'
  return REPOSITORY.test(third) ? 'repository' : 'tree'
}

/** Where Hermes moved v1 repositories when it created its v2 store. */
export const isLegacy = (name: string): boolean => name.startsWith('legacy-')

const REPOSITORY = /^[0-9a-f]{16}$/
const PROFILE = /^[a-z0-9][a-z0-9_-]{0,63}$/
