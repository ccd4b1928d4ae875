/** What goes into a bundle, and its member names. */
import type { FileFingerprint, FolderTarget, InnerPath } from '../../domain/plan/target.ts'

export type BundleSource =
  /** Lines produced by the caller, without line breaks. Called again when writing starts over. */
  | { readonly kind: 'lines'; readonly name: string; readonly lines: () => Lines }
  | {
      readonly kind: 'file'
      readonly id: string
      readonly fingerprint: FileFingerprint
      readonly name?: string
    }
  /** A folder of the home with everything in it. */
  | { readonly kind: 'folder'; readonly id: string; readonly target: FolderTarget }
  /** A file generated for the bundle, outside the home. */
  | { readonly kind: 'generated'; readonly id: string; readonly path: string; readonly name: string }

type Lines = Iterable<string> | AsyncIterable<string>

export const fileMemberName = (names: InnerPath): string => ['files', ...names].join('/')

export const folderMemberName = (names: InnerPath): string => ['trees', ...names].join('/')

/** A tar header needs the size in advance, so lines are split into members of bounded size. */
export const linesPartName = (name: string, part: number): string =>
  part === 1 ? name : name.replace(/(\.[^./]*)?$/, (ending) => `-${part}${ending}`)
