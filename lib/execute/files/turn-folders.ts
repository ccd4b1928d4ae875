/**
 * Keeps folders open until the end of the current turn of the event loop, so that the thousands of files of a
 * batch open theirs once. A path made from such a folder must not be used after an `await`.
 */
import type { InnerPath } from '../../domain/plan/target.ts'
import { errorCode } from '../../platform/error-code.ts'
import { ok, type Result } from '../../shared/result.ts'
import { type FolderFault, type HeldFolder, openFolderIn } from './held-folder.ts'

/** Least recently used first. */
const open = new Map<string | symbol, HeldFolder>()
let isEnding = false

/** More than any action needs at a time, because it must not lose a folder it still uses. */
const AT_MOST = 256

export function holdFolder(homePath: string, names: InnerPath): Result<HeldFolder, FolderFault> {
  const key = [homePath, ...names].join('\0')
  const known = open.get(key)
  if (known !== undefined) {
    open.delete(key)
    const isCurrent = isInPlace(known)
    // A folder that was replaced may still be in use. It is only forgotten.
    open.set(isCurrent ? key : Symbol('replaced'), known)
    if (isCurrent) return ok(known)
  }
  const opened = openFolderIn(homePath, names)
  if (opened.ok) keepOpen(key, opened.value)
  return opened
}

function keepOpen(key: string, folder: HeldFolder): void {
  open.set(key, folder)
  for (const [oldest, { handle }] of open) {
    if (open.size <= AT_MOST) break
    open.delete(oldest)
    handle.close()
  }
  if (isEnding) return
  isEnding = true
  setImmediate(endTurn)
}

function endTurn(): void {
  isEnding = false
  for (const folder of open.values()) folder.close()
  open.clear()
}

/** Opening it again throws the reason. */
function isInPlace(folder: HeldFolder): boolean {
  try {
    return folder.isInPlace()
  } catch (error) {
    if (errorCode(error) === null) throw error
    return false
  }
}
