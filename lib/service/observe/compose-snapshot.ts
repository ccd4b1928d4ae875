/** Joins the two sides of a home into one snapshot. Unread parts are marked as unread, not empty. */
import type { HomeRef } from '../../domain/home/home.ts'
import type { HomeSnapshot } from '../../domain/home/snapshot.ts'
import type { DatabaseSide } from './read-database-side.ts'
import type { FileSide } from './read-file-side.ts'
import { unreadDatabase, unreadFiles } from './unread-sides.ts'

export function composeSnapshot(
  home: HomeRef,
  seenAtMs: number,
  database: DatabaseSide | null,
  files: FileSide | null,
): HomeSnapshot {
  return { home, seenAtMs, ...(database ?? UNREAD_DATABASE), ...(files ?? UNREAD_FILES) }
}

const PENDING = { code: 'not-counted-yet' } as const
const UNREAD_DATABASE = unreadDatabase(PENDING)
const UNREAD_FILES = unreadFiles(PENDING)
