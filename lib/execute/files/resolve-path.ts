/**
 * Resolves a path inside the home that may be changed: every parent is a real folder on the home's disk, and the
 * target is neither the database nor a file of Steward's. Actions never follow links.
 */
import type { InnerPath } from '../../domain/plan/target.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { HOME_LOCK } from '../home-lock/lock-home.ts'
import type { FolderFault, HeldFolder } from './held-folder.ts'
import { holdFolder } from './turn-folders.ts'

export const TRASH = '.steward-trash'

export type PathFault = FolderFault /** Never a path Steward may change. */ | 'forbidden'

/** A name in a folder that stays open until the end of the current turn of the event loop. */
export type Place = {
  readonly folder: HeldFolder
  readonly name: string
  /** To act on. Leads into the folder that was checked, even if another one has its path now. */
  readonly path: string
  /** As a person would write it. */
  readonly shown: string
}

export function placeInHome(homePath: string, names: InnerPath): Result<Place, PathFault> {
  if (!isAllowed(names)) return failed('forbidden')
  return place(homePath, names)
}

/** The same for paths in Steward's own trash. */
export function placeInTrash(
  homePath: string,
  receiptId: string,
  names: InnerPath,
): Result<Place, PathFault> {
  if (!isReceiptId(receiptId) || !names.every(isPlainName)) return failed('forbidden')
  return place(homePath, [TRASH, receiptId, ...names])
}

/** For a check. Actions need the place. */
export function resolveInHome(homePath: string, names: InnerPath): Result<string, PathFault> {
  const found = placeInHome(homePath, names)
  return found.ok ? ok(found.value.shown) : found
}

/** It is used as a folder name. */
export const isReceiptId = (id: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(id)

const isPlainName = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name)

function isAllowed(names: InnerPath): boolean {
  const last = names.at(-1)
  if (last === undefined || !names.every(isPlainName)) return false
  return names[0] !== TRASH && names[0] !== HOME_LOCK && !DATABASE.test(last)
}

function place(homePath: string, names: InnerPath): Result<Place, PathFault> {
  const folder = holdFolder(homePath, names.slice(0, -1))
  return folder.ok ? ok(placeIn(folder.value, names.at(-1) ?? '')) : folder
}

export const placeIn = (folder: HeldFolder, name: string): Place => ({
  folder,
  name,
  path: folder.at(name),
  shown: folder.show(name),
})

/** Matches profiles too. Opening these as plain files would drop Hermes' locks; moving them would lose its data. */
const DATABASE = /^state\.db(-wal|-shm|-journal)?$/i
