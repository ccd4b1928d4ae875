/** One folder of a home with what each thing in it holds, counted when somebody opened it. */
import type { StorageClass } from './storage.ts'

export type FolderListing = {
  readonly path: string
  readonly countedAt: string
  readonly bytes: number
  readonly apparentBytes: number
  readonly files: number
  /** Largest first. */
  readonly children: readonly FolderChild[]
  /** Children beyond those listed, together. */
  readonly others: { readonly count: number; readonly bytes: number; readonly files: number }
  /** False: there was more than one look may count, and the sums are what was seen until then. */
  readonly complete: boolean
  readonly entriesCounted: number
  readonly unread: readonly { readonly path: string; readonly detail: string }[]
}

export type FolderChild = {
  readonly name: string
  readonly kind: 'folder' | 'file' | 'link' | 'other'
  readonly class: StorageClass
  readonly bytes: number
  readonly apparentBytes: number
  readonly files: number
  readonly modifiedAt: string | null
  readonly complete: boolean
  /** A folder that can be opened: no link, on this disk, with a name that can be asked for. */
  readonly opens: boolean
}
