/**
 * Resolves a path inside the home that may be changed: every parent is a real folder, and the target is
 * neither the database nor a file of Steward's. Node cannot open relative to a folder, so this runs right
 * before each action, and actions never follow links.
 */
import { lstatSync, statSync } from 'node:fs'
import type { InnerPath } from '../../domain/plan/target.ts'
import { failed, ok, type Result } from '../../shared/result.ts'

export const TRASH = '.steward-trash'

export type PathFault =
  /** Never a path Steward may change. */
  | 'forbidden'
  /** A parent folder is missing. */
  | 'missing'
  /** A parent is a link, a file or on another disk. */
  | 'not-a-folder'

export function resolveInHome(homePath: string, names: InnerPath): Result<string, PathFault> {
  if (!isAllowed(names)) return failed('forbidden')
  return resolve(homePath, names)
}

/** The same for paths in Steward's own trash. */
export function resolveInTrash(
  homePath: string,
  receiptId: string,
  names: InnerPath,
): Result<string, PathFault> {
  if (!isReceiptId(receiptId) || !names.every(isPlainName)) return failed('forbidden')
  return resolve(homePath, [TRASH, receiptId, ...names])
}

/** It is used as a folder name. */
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

/** Matches profiles too. Opening these as plain files would drop Hermes' locks; moving them would lose its data. */
const DATABASE = /^state\.db(-wal|-shm|-journal)?$/i
