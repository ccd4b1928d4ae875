/** Deletes the trash of one receipt for good and returns the bytes freed. */
import { rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { InnerPath } from '../../domain/plan/target.ts'
import { errorCode, isMissing } from '../../platform/error-code.ts'
import { seeAt } from './check-file.ts'
import { measureTree } from './measure-tree.ts'
import { trashNames } from './move-to-trash.ts'
import { attempt, done, skipped } from './outcomes.ts'
import { isReceiptId, resolveInTrash, TRASH } from './resolve-path.ts'
import type { OnStep } from './step.ts'

/** Safe to run again after a kill. Trash that is already gone frees nothing. */
export const purgeTrash = (homePath: string, receiptId: string, onStep?: OnStep): Outcome =>
  attempt('Some of the trash may be gone already.', () => {
    const path = trashFolder(homePath, receiptId)
    if (path === null) return skipped('not-a-plain-file')
    const bytes = measureTree(path)?.freedBytes ?? 0
    onStep?.('remove', path)
    rmSync(path, { recursive: true, force: true })
    removeIfEmpty(join(homePath, TRASH))
    return done(bytes)
  })

/** Whether a receipt has any trash. It may have been emptied by hand. */
export function hasTrash(homePath: string, receiptId: string): boolean {
  const path = trashFolder(homePath, receiptId)
  return path !== null && seeAt(path) !== null
}

/** Disk usage of a receipt's trash, 0 once it is gone. `moved` are folders whose size is already known. */
export function measureTrash(
  homePath: string,
  receiptId: string,
  moved: readonly MovedFolder[] = [],
): number {
  const path = trashFolder(homePath, receiptId)
  if (path === null) return 0
  const bytesOf = new Map(moved.map((folder) => [[path, ...trashNames(folder.path)].join('/'), folder.bytes]))
  const rest = measureTree(path, new Set(bytesOf.keys()))
  return rest === null ? 0 : [...bytesOf.values()].reduce((sum, bytes) => sum + bytes, rest.bytes)
}

export type MovedFolder = { readonly path: InnerPath; readonly bytes: number }

function trashFolder(homePath: string, receiptId: string): string | null {
  if (!isReceiptId(receiptId)) return null
  const trash = seeAt(join(homePath, TRASH))
  if (trash !== null && !trash.isDirectory()) return null
  const place = resolveInTrash(homePath, receiptId, ['files'])
  if (!place.ok && place.fault === 'not-a-folder') return null
  return join(homePath, TRASH, receiptId)
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch (error) {
    if (!isMissing(error) && !['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error
  }
}
