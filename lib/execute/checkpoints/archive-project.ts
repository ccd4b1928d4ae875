/** A project in an archive: its files like any other file, its history as a git bundle. */
import { join } from 'node:path'
import type { BundleSource } from '../bundle/bundle-source.ts'
import { fileMemberName } from '../bundle/bundle-source.ts'
import { unpackedNames } from '../bundle/unpack-bundle.ts'
import { TRASH } from '../files/resolve-path.ts'
import type { ProjectSave } from './read-project.ts'
import type { RestoreProject } from './restore-project.ts'

/** `history` is the path `exportProject` returned. */
export const projectSources = (
  itemId: string,
  { id, files }: ProjectSave,
  history: string | null,
): BundleSource[] => [
  ...files.map((fingerprint): BundleSource => ({ kind: 'file', id: itemId, fingerprint: fingerprint })),
  ...(history === null
    ? []
    : [{ kind: 'generated', id: itemId, path: history, name: historyName(id) } satisfies BundleSource]),
]

/** Where `restoreProject` finds the project after `unpackBundle`. */
export const unpackedProject = (
  homePath: string,
  receiptId: string,
  { id, tip }: ProjectSave,
): NonNullable<RestoreProject['unpacked']> => ({
  history: tip === null ? null : join(homePath, TRASH, receiptId, ...unpackedNames(historyName(id))),
  fileAt: (path) => unpackedNames(fileMemberName(path)),
})

const historyName = (id: string): string => `projects/${id}.bundle`
