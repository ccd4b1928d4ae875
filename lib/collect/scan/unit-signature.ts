/** The signature a unit has now, to be compared with the one it had when it was counted. */
import { lstatSync, type Stats } from 'node:fs'
import type { ScanSetting, ScanUnit, UnitRecord } from './scan-types.ts'
import { Signature } from './signature.ts'
import { unitPath } from './walk.ts'

export function isUnchanged(unit: ScanUnit, record: UnitRecord, setting: ScanSetting): boolean {
  if (record.signature === null) return false
  const root = unitPath(unit, setting)
  if (unit.kind === 'repository') return repositorySignature(root) === record.signature
  const signature = new Signature(0)
  for (const place of record.places) signature.add(statOrUndefined(place === '' ? root : `${root}/${place}`))
  return signature.value === record.signature
}

/**
 * Every git command that changes a repository moves one of these: adding replaces the index through a lock
 * in the repository's folder, committing moves a branch and grows its log, packing touches the object folders.
 */
export function repositorySignature(root: string): number | null {
  const signature = new Signature(Date.now())
  signature.add(statOrUndefined(root))
  for (const place of REPOSITORY_PLACES) signature.add(statOrUndefined(root + place))
  return signature.value
}

const REPOSITORY_PLACES = ['/index', '/logs/HEAD', '/refs/heads', '/objects', '/objects/pack']

const QUIET = { throwIfNoEntry: false } as const

/** What cannot be seen is signed as absent: the walk itself reports it. */
function statOrUndefined(place: string): Stats | undefined {
  try {
    return lstatSync(place, QUIET)
  } catch {
    return undefined
  }
}
