/** One folder of a home with the size of each entry, measured when it was opened. */
import type { StorageClass } from './storage.ts'

export type FolderListing = {
  readonly path: string
  readonly countedAt: string
  readonly bytes: number
  readonly apparentBytes: number
  readonly files: number
  /** Largest first. */
  readonly children: readonly FolderChild[]
  /** Children beyond those listed, combined. */
  readonly others: { readonly count: number; readonly bytes: number; readonly files: number }
  /** False if there were more entries than one scan may count. The sums then cover what was scanned. */
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
  /** Can be opened: a folder, not a link, on this disk, with a valid name. */
  readonly opens: boolean
}
