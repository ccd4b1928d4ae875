/** Deletes the trash of one receipt for good and returns the bytes freed. */
import { readdirSync, rmdirSync, rmSync } from 'node:fs'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { InnerPath } from '../../domain/plan/target.ts'
import { errorCode, isMissing } from '../../platform/error-code.ts'
import { FolderHandle } from '../../platform/folder-handle.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { seeAt } from './check-file.ts'
import { measureTree } from './measure-tree.ts'
import { trashNames } from './move-to-trash.ts'
import { attempt, done, skipped } from './outcomes.ts'
import { isReceiptId, type PathFault, type Place, placeIn, TRASH } from './resolve-path.ts'
import type { OnStep } from './step.ts'
import { holdFolder } from './turn-folders.ts'

/** Safe to run again after a kill. Trash that is already gone frees nothing. */
export const purgeTrash = (homePath: string, receiptId: string, onStep?: OnStep): Outcome =>
  attempt('Some of the trash may be gone already.', () => {
    const found = trashFolder(homePath, receiptId)
    if (!found.ok) return found.fault === 'missing' ? done(0) : skipped('not-a-plain-file')
    const { folder, path, shown } = found.value
    const stats = seeAt(path)
    if (stats === null) return done(0)
    if (!stats.isDirectory()) return skipped('not-a-plain-file')
    onStep?.('remove', shown)
    const receipt = new FolderHandle(path)
    try {
      const measure = measureTree(receipt.at('.'))
      if (!folder.wasHeld()) return skipped('not-a-plain-file')
      if (measure?.hasOtherDisk === true) return skipped('other-disk')
      for (const name of readdirSync(receipt.path)) rmSync(receipt.at(name), { recursive: true, force: true })
      removeIfEmpty(path)
      const home = holdFolder(homePath, [])
      if (home.ok) removeIfEmpty(home.value.at(TRASH))
      return done(measure?.freedBytes ?? 0)
    } finally {
      receipt.close()
    }
  })

/** Whether a receipt has any trash. It may have been emptied by hand. */
export function hasTrash(homePath: string, receiptId: string): boolean {
  const found = trashFolder(homePath, receiptId)
  return found.ok && seeAt(found.value.path)?.isDirectory() === true
}

/** Disk usage of a receipt's trash, 0 once it is gone. `moved` are folders whose size is already known. */
export function measureTrash(
  homePath: string,
  receiptId: string,
  moved: readonly MovedFolder[] = [],
): number {
  const found = trashFolder(homePath, receiptId)
  if (!found.ok || seeAt(found.value.path)?.isDirectory() !== true) return 0
  const { path } = found.value
  const bytesOf = new Map(moved.map((folder) => [[path, ...trashNames(folder.path)].join('/'), folder.bytes]))
  const rest = measureTree(path, new Set(bytesOf.keys()))
  return rest === null ? 0 : [...bytesOf.values()].reduce((sum, bytes) => sum + bytes, rest.bytes)
}

export type MovedFolder = { readonly path: InnerPath; readonly bytes: number }

function trashFolder(homePath: string, receiptId: string): Result<Place, PathFault> {
  if (!isReceiptId(receiptId)) return failed('forbidden')
  const trash = holdFolder(homePath, [TRASH])
  return trash.ok ? ok(placeIn(trash.value, receiptId)) : trash
}

/** Whatever was put in its place since stays. */
function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path)
  } catch (error) {
    if (!isMissing(error) && !['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error
  }
}
