/**
 * Folders of a home, opened from its root one name after another, without following a link and on the home's
 * disk only. Whatever acts on a name in one does so through its handle.
 */
import type { InnerPath } from '../../domain/plan/target.ts'
import { errorCode } from '../../platform/error-code.ts'
import { FOLLOW_LINK, FolderHandle } from '../../platform/folder-handle.ts'
import { failed, ok, type Result } from '../../shared/result.ts'

export type FolderFault =
  /** It or a folder above it is missing. */
  | 'missing'
  /** It or a folder above it is a link, a file or on another disk. */
  | 'not-a-folder'

export class HeldFolder {
  /** As a person would write it. */
  readonly path: string
  readonly handle: FolderHandle
  readonly #above: HeldFolder | null
  /** Where the system says it is. Null without handles. */
  readonly #real: string | null

  constructor(path: string, handle: FolderHandle, above: HeldFolder | null, real: string | null) {
    this.path = path
    this.handle = handle
    this.#above = above
    this.#real = real
  }

  static home(homePath: string): HeldFolder {
    const handle = new FolderHandle(homePath, FOLLOW_LINK)
    return new HeldFolder(homePath, handle, null, handle.realPath())
  }

  at(name: string): string {
    return this.handle.at(name)
  }

  /** As a person would write it. */
  show(name: string): string {
    return `${this.path}/${name}`
  }

  enter(name: string): Result<HeldFolder, FolderFault> {
    const handle = openFolder(this.at(name))
    if (!handle.ok) return handle
    const real = this.#real === null ? null : `${this.#real === '/' ? '' : this.#real}/${name}`
    if (handle.value.dev === this.handle.dev)
      return ok(new HeldFolder(this.show(name), handle.value, this, real))
    handle.value.close()
    return failed('not-a-folder')
  }

  /** Opens it again, for a caller that needs it longer. */
  again(): HeldFolder {
    return new HeldFolder(this.path, new FolderHandle(this.at('.')), this.#above, this.#real)
  }

  /** Whether this is still the folder of that path. */
  isInPlace(): boolean {
    if (this.#real !== null) return this.handle.realPath() === this.#real
    return this.#above === null ? true : this.handle.isAt(this.path) && this.#above.isInPlace()
  }

  /** Whether everything done in it since it was opened was really done there. */
  wasHeld(): boolean {
    return this.handle.isHeld || this.isInPlace()
  }

  close(): void {
    this.handle.close()
  }
}

function openFolder(path: string): Result<FolderHandle, FolderFault> {
  try {
    return ok(new FolderHandle(path))
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') return failed('missing')
    if (code === 'ENOTDIR' || code === 'ELOOP') return failed('not-a-folder')
    throw error
  }
}

/** For an action that cannot tell where its item is now. The next try can. */
export const REPLACED_FOLDER = Object.assign(new Error('a folder above it was replaced'), { code: 'ESTALE' })

/** The caller closes it. */
export function openFolderIn(homePath: string, names: InnerPath): Result<HeldFolder, FolderFault> {
  let folder = HeldFolder.home(homePath)
  for (const name of names) {
    const above = folder
    let next: Result<HeldFolder, FolderFault>
    try {
      next = above.enter(name)
    } finally {
      above.close()
    }
    if (!next.ok) return next
    folder = next.value
  }
  return ok(folder)
}
