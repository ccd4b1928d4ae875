/** The current signature of a unit, to compare with its cached one. */
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
 * Every git command that changes a repository changes one of these: adding replaces the index through a lock
 * file, committing moves a branch and extends its log, packing changes the object folders.
 */
export function repositorySignature(root: string): number | null {
  const signature = new Signature(Date.now())
  signature.add(statOrUndefined(root))
  for (const place of REPOSITORY_PLACES) signature.add(statOrUndefined(root + place))
  return signature.value
}

const REPOSITORY_PLACES = ['/index', '/logs/HEAD', '/refs/heads', '/objects', '/objects/pack']

const QUIET = { throwIfNoEntry: false } as const

/** Unreadable counts as missing. The walk reports it. */
function statOrUndefined(place: string): Stats | undefined {
  try {
    return lstatSync(place, QUIET)
  } catch {
    return undefined
  }
}
