/** What a run does to files and folders, and what must be true of each afterwards. */
import { join } from 'node:path'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { FileFingerprint, FolderTarget } from '../../domain/plan/target.ts'
import { unpackBundle, unpackedNames } from '../../execute/bundle/unpack-bundle.ts'
import { writeBundle } from '../../execute/bundle/write-bundle.ts'
import { moveBack } from '../../execute/files/move-back.ts'
import { moveFolderToTrash } from '../../execute/files/move-folder-to-trash.ts'
import { moveToTrash } from '../../execute/files/move-to-trash.ts'
import { done } from '../../execute/files/outcomes.ts'
import { purgeTrash } from '../../execute/files/purge-trash.ts'
import { writeTrashRecord } from '../../execute/files/record-file.ts'
import { removeFile } from '../../execute/files/remove-file.ts'
import { removeFolders } from '../../execute/files/remove-folder.ts'
import { readRoutesFile, replaceRoutesFile } from '../../execute/routes/routes-file.ts'

export type Items = {
  readonly home: string
  readonly archives: string
  readonly files: readonly FileFingerprint[]
  readonly folders: readonly FolderTarget[]
}

type Action = {
  /** Done before any folder is replaced. */
  readonly before?: (items: Items) => Promise<unknown>
  /** One outcome for each file, or for each folder. */
  readonly act: (items: Items) => Promise<readonly Outcome[]>
  readonly of: 'files' | 'folders'
  /** Where an item with the outcome `done` is afterwards. Any other is where it was before. */
  readonly to: 'home' | 'trash' | 'nowhere' | 'copy'
  /** Where each item is before. */
  readonly from: 'home' | 'trash' | 'nowhere'
  /** The folders that are replaced: all on the way to an item and to where it goes. */
  readonly swapped: readonly string[]
}

const FILE_PARENTS = ['sessions', 'cron/output', 'cron/output/job']
const FOLDER_PARENTS = ['checkpoints']
const TREE = ['checkpoints/p1', 'checkpoints/p1/objects']
const TRASH_FOLDERS = ['.steward-trash', '.steward-trash/r1', '.steward-trash/r1/files']
const TRASHED_FILES = [...TRASH_FOLDERS, '.steward-trash/r1/files/sessions']
const TRASHED_FOLDERS = [...TRASH_FOLDERS, '.steward-trash/r1/files/checkpoints']
const UNPACKED = ['.steward-trash', '.steward-trash/r2', '.steward-trash/r2/unpacked']

const RECEIPT = 'r1'

const trashFiles = async ({ home, files }: Items) => files.map((file) => moveToTrash(home, RECEIPT, file))
const trashFolders = async ({ home, folders }: Items) =>
  folders.map((folder) => moveFolderToTrash(home, RECEIPT, folder))

const archive = ({ home, archives, files, folders }: Items) =>
  writeBundle({
    homePath: home,
    folder: archives,
    name: '1.tar.zst',
    about: {},
    nowMs: 0,
    sources: [
      ...files.map((fingerprint) => ({ kind: 'file' as const, id: fingerprint.path.join('/'), fingerprint })),
      ...folders.map((target) => ({ kind: 'folder' as const, id: target.path.join('/'), target })),
    ],
  })

/** Whether the bundle has it. */
const inBundle = (skipped: ReadonlySet<string>, path: readonly string[]): Outcome =>
  skipped.has(path.join('/')) ? { kind: 'skipped', code: 'file-changed', message: '' } : done(0)

const NOT_DONE: Outcome = { kind: 'failed', code: 'failed', message: '' }

async function unpacked(
  items: Items,
  paths: readonly (readonly string[])[],
  root: string,
): Promise<readonly Outcome[]> {
  const { home, archives } = items
  const unpacking = await unpackBundle(join(archives, '1.tar.zst'), home, 'r2')
  if (!unpacking.ok) return paths.map(() => NOT_DONE)
  return paths.map((names) =>
    moveBack({ homePath: home, receiptId: 'r2', names, from: unpackedNames([root, ...names].join('/')) }),
  )
}

export const SWAP_ACTIONS: Readonly<Record<string, Action>> = {
  'trash files': {
    act: trashFiles,
    of: 'files',
    from: 'home',
    to: 'trash',
    swapped: [...FILE_PARENTS, ...TRASHED_FILES],
  },
  'trash folders': {
    act: trashFolders,
    of: 'folders',
    from: 'home',
    to: 'trash',
    swapped: [...FOLDER_PARENTS, ...TRASHED_FOLDERS],
  },
  'delete files': {
    act: async ({ home, files }) => files.map((file) => removeFile(home, file)),
    of: 'files',
    from: 'home',
    swapped: FILE_PARENTS,
    to: 'nowhere',
  },
  'delete folders': {
    act: ({ home, folders }) => removeFolders(home, folders),
    of: 'folders',
    from: 'home',
    swapped: [...FOLDER_PARENTS, ...TREE],
    to: 'nowhere',
  },
  'restore files': {
    before: trashFiles,
    act: async ({ home, files }) =>
      files.map(({ path }) => moveBack({ homePath: home, receiptId: RECEIPT, names: path })),
    of: 'files',
    from: 'trash',
    swapped: [...FILE_PARENTS, ...TRASHED_FILES],
    to: 'home',
  },
  'restore folders': {
    before: trashFolders,
    act: async ({ home, folders }) =>
      folders.map(({ path }) => moveBack({ homePath: home, receiptId: RECEIPT, names: path })),
    of: 'folders',
    from: 'trash',
    swapped: [...FOLDER_PARENTS, ...TRASHED_FOLDERS],
    to: 'home',
  },
  'purge trash': {
    before: trashFiles,
    act: async ({ home, files }) => {
      const purged = purgeTrash(home, RECEIPT)
      return files.map(() => purged)
    },
    of: 'files',
    from: 'trash',
    swapped: ['.steward-trash', '.steward-trash/r1'],
    to: 'nowhere',
  },
  'archive files and folders': {
    act: async (items) => {
      const written = await archive(items)
      const skipped = written.ok ? new Set(written.value.skipped.map(({ id }) => id)) : null
      return items.files.map(({ path }) => (skipped === null ? NOT_DONE : inBundle(skipped, path)))
    },
    of: 'files',
    from: 'home',
    swapped: [...FILE_PARENTS, ...FOLDER_PARENTS, ...TREE],
    to: 'home',
  },
  'restore archived files': {
    before: async (items) => {
      await archive(items)
      for (const file of items.files) removeFile(items.home, file)
    },
    act: (items) =>
      unpacked(
        items,
        items.files.map(({ path }) => path),
        'files',
      ),
    of: 'files',
    from: 'nowhere',
    swapped: [...FILE_PARENTS, ...UNPACKED, '.steward-trash/r2/unpacked/files/sessions'],
    to: 'copy',
  },
  'restore archived folders': {
    before: async (items) => {
      await archive(items)
      await removeFolders(items.home, items.folders)
    },
    act: (items) =>
      unpacked(
        items,
        items.folders.map(({ path }) => path),
        'trees',
      ),
    of: 'folders',
    from: 'nowhere',
    swapped: [...FOLDER_PARENTS, ...UNPACKED, '.steward-trash/r2/unpacked/trees/checkpoints/p1/objects'],
    to: 'copy',
  },
  'save rows and a record in the trash': {
    act: async ({ home, files }) => {
      await writeBundle({
        homePath: home,
        folder: join(home, '.steward-trash', RECEIPT),
        name: '1.tar.zst',
        about: {},
        nowMs: 0,
        sources: [{ kind: 'lines', name: 'rows/s.jsonl', lines: () => ['{}'] }],
      })
      writeTrashRecord(home, RECEIPT, ['{}'])
      return files.map(() => done(0))
    },
    of: 'files',
    from: 'home',
    swapped: ['.steward-trash', '.steward-trash/r1'],
    to: 'home',
  },
  'replace the routing index': {
    act: async ({ home, files }) => {
      const routes = readRoutesFile(home)
      if (routes.ok && routes.value !== null)
        replaceRoutesFile(home, routes.value, { head: '{', members: [], tail: '}' }, STOPPED)
      return files.map(() => done(0))
    },
    of: 'files',
    from: 'home',
    swapped: ['sessions'],
    to: 'home',
  },
}

const STOPPED = { isGatewayStopped: () => true }
