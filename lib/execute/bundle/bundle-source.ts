/** What goes into a bundle, and the names it gets there. */
import type { FileFingerprint, FolderTarget, InnerPath } from '../../domain/plan/target.ts'

export type BundleSource =
  /** Lines made by somebody else; asked for anew when writing has to begin again. */
  | { readonly kind: 'lines'; readonly name: string; readonly lines: () => Lines }
  /** A file of the home. */
  | {
      readonly kind: 'file'
      readonly id: string
      readonly fingerprint: FileFingerprint
      readonly name?: string
    }
  /** A folder of the home with everything in it. */
  | { readonly kind: 'folder'; readonly id: string; readonly target: FolderTarget }
  /** A file that was made for the bundle and lies outside the home. */
  | { readonly kind: 'generated'; readonly id: string; readonly path: string; readonly name: string }

type Lines = Iterable<string> | AsyncIterable<string>

export const fileMemberName = (names: InnerPath): string => ['files', ...names].join('/')

export const folderMemberName = (names: InnerPath): string => ['trees', ...names].join('/')

/** A tar wants every size beforehand, so lines are cut into members of a bounded size. */
export const linesPartName = (name: string, part: number): string =>
  part === 1 ? name : name.replace(/(\.[^./]*)?$/, (ending) => `-${part}${ending}`)
