/** What a run moved to the trash, recorded right after. A restore compares it before moving it back. */
import type { InnerPath } from './target.ts'

/** Size and time are in the item's target. */
export type KeptEntry = {
  /** Original path in the home. */
  readonly path: InnerPath
  readonly ino: string
  /** The system sets it at every change, and no program can choose it. If it is the same, nothing was changed. */
  readonly ctimeNs: string
  readonly mode: number
  readonly uid: number
  readonly gid: number
  /** Of a file's content. Null for folders and for files too large to be read during a run. */
  readonly sha256: string | null
  /** Of a folder: nothing in it was changed after this. Null for files. */
  readonly sealedNs: string | null
}

export type KeptItem = {
  /** Of the receipt's trash folder. A different one means that the home was copied. */
  readonly trashIno: string
  readonly entries: readonly KeptEntry[]
}
