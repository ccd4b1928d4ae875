/**
 * From the names of a thing to a path that may be acted on: every folder on the way is a real one, and the thing is
 * neither the database nor anything of ours. Node has no calls relative to an open folder, so this is asked right
 * before each act, and the acts themselves work on names and never through a link.
 */
import { lstatSync, statSync } from 'node:fs'
import type { InnerPath } from '../../domain/plan/target.ts'
import { failed, ok, type Result } from '../../shared/result.ts'

export const TRASH = '.steward-trash'

export type PathFault =
  /** The names can never be those of a thing we touch. */
  | 'forbidden'
  /** A folder on the way is missing. */
  | 'missing'
  /** A folder on the way is a link, a file or on another disk. */
  | 'not-a-folder'

export function resolveInHome(homePath: string, names: InnerPath): Result<string, PathFault> {
  if (!isAllowed(names)) return failed('forbidden')
  return resolve(homePath, names)
}

/** The same for things below our own trash, whose names were made by us. */
export function resolveInTrash(
  homePath: string,
  receiptId: string,
  names: InnerPath,
): Result<string, PathFault> {
  if (!isReceiptId(receiptId) || !names.every(isPlainName)) return failed('forbidden')
  return resolve(homePath, [TRASH, receiptId, ...names])
}

/** It becomes the name of a folder. */
export const isReceiptId = (id: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(id)

const isPlainName = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name)

function isAllowed(names: InnerPath): boolean {
  const last = names.at(-1)
  if (last === undefined || !names.every(isPlainName)) return false
  return names[0] !== TRASH && !DATABASE.test(last)
}

function resolve(homePath: string, names: InnerPath): Result<string, PathFault> {
  let path = homePath
  const home = statSync(homePath)
  if (!home.isDirectory()) return failed('not-a-folder')
  for (const name of names.slice(0, -1)) {
    path = `${path}/${name}`
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return failed('missing')
    if (!stats.isDirectory() || stats.dev !== home.dev) return failed('not-a-folder')
  }
  return ok(`${path}/${names.at(-1)}`)
}

/** Also of a profile further down: opened as plain files they cost Hermes its locks, moved they cost it everything. */
const DATABASE = /^state\.db(-wal|-shm|-journal)?$/i
