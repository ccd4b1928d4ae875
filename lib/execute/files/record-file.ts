/**
 * The copy of a receipt beside its trash or archive. Written whole under a temporary name, synced, and then
 * renamed.
 */
import { closeSync, fsyncSync, lstatSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode } from '../../platform/error-code.ts'
import { syncFolder } from '../../platform/sync-folder.ts'
import { writeAll } from '../bundle/write-all.ts'
import { seeAt } from './check-file.ts'
import { isReceiptId, placeInTrash, TRASH } from './resolve-path.ts'

const RECORD = 'receipt.jsonl'

/** Null if the receipt has no folder in this home's trash. */
export function trashRecordPath(homePath: string, receiptId: string): string | null {
  const place = placeInTrash(homePath, receiptId, [RECORD])
  return place.ok ? place.value.shown : null
}

/** Null if the receipt has no archive. */
export function archiveRecordPath(archives: string, receiptId: string): string | null {
  if (!isReceiptId(receiptId)) return null
  const folder = join(archives, receiptId)
  return seeAt(folder)?.isDirectory() === true ? join(folder, RECORD) : null
}

export const hasRecord = (path: string): boolean => seeAt(path)?.isFile() === true

/** Disk blocks of the record that is there, 0 without one. */
export const recordBytes = (path: string): number => Number(seeAt(path)?.blocks ?? 0) * 512

/** Returns the disk blocks it takes. Nothing is left of a record that could not be written. */
export function writeRecord(path: string, lines: Iterable<string>): number {
  const temporary = `${path}.partial`
  rmSync(temporary, { force: true })
  try {
    const file = openSync(temporary, 'wx', 0o600)
    try {
      for (const line of lines) writeAll(file, Buffer.from(`${line}\n`))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  syncFolder(dirname(path))
  return lstatSync(path).blocks * 512
}

/** The same beside a trash, whose folder another process may replace by a link. Null if it is no folder. */
export function writeTrashRecord(
  homePath: string,
  receiptId: string,
  lines: Iterable<string>,
): number | null {
  const place = placeInTrash(homePath, receiptId, [RECORD])
  return place.ok ? writeRecord(place.value.path, lines) : null
}

/** The receipts that have a folder in this home's trash. */
export const receiptsInTrash = (homePath: string): string[] => receiptFolders(join(homePath, TRASH))

/** The receipts that have a folder in `archives` or in a home's trash. None if it can't be read, such as another user's. */
export function receiptFolders(parent: string): string[] {
  try {
    if (seeAt(parent)?.isDirectory() !== true) return []
    return readdirSync(parent, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && isReceiptId(entry.name))
      .map(({ name }) => name)
  } catch (error) {
    if (errorCode(error) !== null) return []
    throw error
  }
}
