/**
 * Files of the shared store that stop every other git while they exist. Git removes them when it ends, but not when it
 * is killed. A lock is known by name, inode and change time, so that another under the same name is another lock.
 */
import { readdirSync, unlinkSync } from 'node:fs'
import { STORE } from '../../domain/checkpoints/checkpoint.ts'
import type { InnerPath } from '../../domain/plan/target.ts'
import { seeAt } from '../files/check-file.ts'
import { placeInHome, resolveInHome } from '../files/resolve-path.ts'

export type StoreLock = {
  /** Below the store. */
  readonly name: string
  readonly ino: string
  readonly ctimeNs: string
}

/** Empty if there is no store, or if it is reached through a link. */
export function findStoreLocks(homePath: string): StoreLock[] {
  if (!resolveInHome(homePath, [...STORE, 'HEAD']).ok) return []
  return [
    ...SHALLOW.flatMap((folder) => locksIn(homePath, folder, false)),
    ...DEEP.flatMap((folder) => locksIn(homePath, folder, true)),
  ]
}

export const isSameLock = (a: StoreLock, b: StoreLock): boolean =>
  a.name === b.name && a.ino === b.ino && a.ctimeNs === b.ctimeNs

/** The locks git takes to change these refs. */
export const locksOfRefs = (refs: readonly string[]): string[] => [
  ...PACKED,
  ...refs.map((ref) => `${ref}.lock`),
]

/** Whether a gc takes locks of this name. It locks no index of a project, and other programs have locks of their own. */
export const isLockOfGc = (name: string): boolean => OF_GC.test(name)

const OF_GC =
  /^(?:(?:HEAD|MERGE_RR|gc\.log|gc\.pid|packed-refs|shallow)\.lock|packed-refs\.new|gc\.pid|(?:logs|objects|refs)\/.+)$/

/**
 * False if it is a different lock now. Git never replaces an existing lock, so a different one could only appear here
 * if another process removed this one between the check and the removal.
 */
export function removeStoreLock(homePath: string, lock: StoreLock): boolean {
  const place = placeInHome(homePath, [...STORE, ...lock.name.split('/')])
  if (!place.ok || !isAt(place.value.path, lock)) return false
  unlinkSync(place.value.path)
  return true
}

function isAt(path: string, { ino, ctimeNs }: StoreLock): boolean {
  const stats = seeAt(path)
  return stats?.isFile() === true && String(stats.ino) === ino && String(stats.ctimeNs) === ctimeNs
}

const PACKED = ['packed-refs.lock', 'packed-refs.new']
/** Without the folders of single objects, in which git takes no locks. */
const SHALLOW: readonly InnerPath[] = [[], ['indexes'], ['objects'], ['objects', 'pack']]
const DEEP: readonly InnerPath[] = [['refs'], ['logs'], ['objects', 'info']]

const isLockName = (name: string): boolean =>
  name.endsWith('.lock') || name === 'packed-refs.new' || name === 'gc.pid'

function locksIn(homePath: string, folder: InnerPath, isDeep: boolean): StoreLock[] {
  // Any name in the folder does: only its parents are checked.
  const inside = resolveInHome(homePath, [...STORE, ...folder, 'any'])
  if (!inside.ok) return []
  const path = inside.value.slice(0, -'/any'.length)
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return isDeep ? locksIn(homePath, [...folder, entry.name], true) : []
    if (!entry.isFile() || !isLockName(entry.name)) return []
    const stats = seeAt(`${path}/${entry.name}`)
    return stats === null
      ? []
      : [{ name: [...folder, entry.name].join('/'), ino: String(stats.ino), ctimeNs: String(stats.ctimeNs) }]
  })
}
