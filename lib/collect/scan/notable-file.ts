/** Files that are a separate finding: damaged copies of the database, and saved archives. */
import type { Stats } from 'node:fs'
import type { NotableEntry } from '../../domain/storage/storage.ts'

/** `folder` is the unit that contains the file. */
export function notableFile(folder: string, name: string, stats: Stats): NotableEntry[] {
  const kind = kindOf(folder, name)
  if (kind === null) return []
  return [
    {
      kind,
      // A copy's sidecars are part of the copy.
      name: folder === '' ? name.replace(/-(wal|shm|journal)$/, '') : name,
      bytes: stats.blocks * 512,
      apparentBytes: stats.size,
      files: 1,
      modifiedMs: stats.mtimeMs,
    },
  ]
}

/** The kind of a folder's files and folders. */
export function savedCopyKind(folder: string): NotableEntry['kind'] | null {
  if (folder === 'state-snapshots') return 'state-snapshot'
  return folder === 'backups' ? 'backup' : null
}

function kindOf(folder: string, name: string): NotableEntry['kind'] | null {
  if (folder !== '') return savedCopyKind(folder)
  if (name.startsWith('state.db.malformed-backup-')) return 'damaged-copy'
  return name.startsWith('state.db.zeroed-') ? 'zeroed-copy' : null
}
