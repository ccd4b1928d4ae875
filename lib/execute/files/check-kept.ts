/**
 * Whether an item in the trash is still what the run moved there. Its inode and change time prove it. If the whole trash
 * was copied since, or got other owners or modes, its content, size and times are compared.
 */
import type { BigIntStats } from 'node:fs'
import type { KeptEntry, KeptItem } from '../../domain/plan/kept.ts'
import type { FileFingerprint, FolderTarget, InnerPath } from '../../domain/plan/target.ts'
import { errorCode } from '../../platform/error-code.ts'
import { seeAt } from './check-file.ts'
import { hashFile } from './fingerprint-kept.ts'
import { measureTree, walkTree } from './measure-tree.ts'
import { trashNames } from './move-to-trash.ts'
import { placeInTrash, TRASH } from './resolve-path.ts'

export type KeptState =
  /** `isCompared`: false if it looks the same, but its content could not be compared with a record. */
  | { readonly kind: 'same'; readonly isCompared: boolean; readonly note: string | null }
  | { readonly kind: 'changed' | 'gone' | 'unreadable'; readonly message: string }
  /** It was never moved: it was gone before the run, or stayed in the home. */
  | { readonly kind: 'not-moved' }

type Place = { readonly homePath: string; readonly receiptId: string; readonly kept: KeptItem | null }

export const checkKeptFile = (place: Place, file: FileFingerprint): KeptState =>
  check(place, file.path, (path, stats, entry) => {
    if (!stats.isFile() || stats.size !== BigInt(file.size)) return CHANGED
    if (!isNear(stats.mtimeNs, file.mtimeNs)) return CHANGED
    if (entry === null) return UNCOMPARED
    if (isUntouched(stats, entry)) return SAME
    if (entry.sha256 === null) return hasOtherTimes(place) ? uncompared(stats, entry) : CHANGED
    if (hashFile(path) !== entry.sha256) return CHANGED
    return hasSameAccess(stats, entry) ? SAME : OTHER_ACCESS
  })

export const checkKeptFolder = (place: Place, target: FolderTarget): KeptState =>
  check(place, target.path, (path, stats, entry) => {
    if (!stats.isDirectory()) return CHANGED
    if (entry !== null && isUntouched(stats, entry)) return isUntouchedBelow(path, entry) ? SAME : CHANGED
    if (entry !== null && !hasOtherTimes(place)) return CHANGED
    const measure = measureTree(path)
    const isAlike = measure?.entries === target.entries && isNear(measure.newestMtimeNs, target.newestMtimeNs)
    return isAlike ? uncompared(stats, entry) : CHANGED
  })

/** What was just unpacked of a verified archive, at `names` below the receipt's trash. Null: a folder. */
export const checkUnpacked = (
  homePath: string,
  receiptId: string,
  names: InnerPath,
  file: FileFingerprint | null,
): KeptState =>
  compareAt({ homePath, receiptId, names }, (_, stats) => {
    if (file === null) return stats.isDirectory() ? SAME : CHANGED
    const isAlike = stats.isFile() && stats.size === BigInt(file.size) && isNear(stats.mtimeNs, file.mtimeNs)
    return isAlike ? SAME : CHANGED
  })

type Compare = (path: string, stats: BigIntStats, entry: KeptEntry | null) => KeptState

function check({ homePath, receiptId, kept }: Place, names: InnerPath, compare: Compare): KeptState {
  const entry = kept?.entries.find(({ path }) => isSamePath(path, names)) ?? null
  const state = compareAt({ homePath, receiptId, names: trashNames(names) }, (path, stats) =>
    compare(path, stats, entry),
  )
  return state.kind === 'gone' && kept !== null && entry === null ? { kind: 'not-moved' } : state
}

type InTrash = { readonly homePath: string; readonly receiptId: string; readonly names: InnerPath }

function compareAt(
  { homePath, receiptId, names }: InTrash,
  compare: (path: string, stats: BigIntStats) => KeptState,
): KeptState {
  try {
    const place = placeInTrash(homePath, receiptId, names)
    if (!place.ok) return place.fault === 'missing' ? GONE : CHANGED
    const stats = seeAt(place.value.path)
    return stats === null ? GONE : compare(place.value.path, stats)
  } catch (error) {
    const code = errorCode(error)
    if (code === null) throw error
    return { kind: 'unreadable', message: `It cannot be read in the trash: the system says ${code}.` }
  }
}

/** Device numbers may differ after a restart. */
const isUntouched = (stats: BigIntStats, entry: KeptEntry): boolean =>
  stats.ino === BigInt(entry.ino) && stats.ctimeNs === BigInt(entry.ctimeNs) && hasSameAccess(stats, entry)

const hasSameAccess = ({ mode, uid, gid }: BigIntStats, entry: KeptEntry): boolean =>
  Number(mode & 0o7777n) === entry.mode && Number(uid) === entry.uid && Number(gid) === entry.gid

function isUntouchedBelow(path: string, { sealedNs }: KeptEntry): boolean {
  const seal = BigInt(sealedNs ?? 0)
  let isUntouched = true
  walkTree(path, (_, stats) => {
    if (stats.ctimeNs > seal) isUntouched = false
  })
  return isUntouched
}

/** Everything in the trash has a new change time, which then proves nothing: it was copied, or chown went through it. */
function hasOtherTimes({ homePath, receiptId, kept }: Place): boolean {
  const trash = seeAt(`${homePath}/${TRASH}/${receiptId}`)
  if (trash === null) return false
  if (String(trash.ino) !== kept?.trashIno) return true
  const files = seeAt(`${homePath}/${TRASH}/${receiptId}/files`)
  // A new or a removed name sets both.
  return files !== null && files.ctimeNs > files.mtimeNs
}

const uncompared = (stats: BigIntStats, entry: KeptEntry | null): KeptState =>
  entry === null || hasSameAccess(stats, entry) ? UNCOMPARED : { ...OTHER_ACCESS, isCompared: false }

/** A copy may keep times to the microsecond only. */
function isNear(ns: bigint, otherNs: string): boolean {
  const apart = ns - BigInt(otherNs)
  return apart < NEAR_NS && apart > -NEAR_NS
}

const NEAR_NS = 1_000n

const isSamePath = (a: InnerPath, b: InnerPath): boolean =>
  a.length === b.length && a.every((name, at) => name === b[at])

const SAME: KeptState = { kind: 'same', isCompared: true, note: null }
const UNCOMPARED: KeptState = { kind: 'same', isCompared: false, note: null }
const OTHER_ACCESS = {
  kind: 'same',
  isCompared: true,
  note: 'Its owner or permissions were changed in the trash. They are not restored.',
} as const satisfies KeptState
const CHANGED: KeptState = {
  kind: 'changed',
  message: 'It was changed or replaced in the trash, so it stays there.',
}
export const GONE: KeptState = { kind: 'gone', message: 'It is no longer in the trash.' }
