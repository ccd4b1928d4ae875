/** The current sessions of a home, for when nothing can be written. Null if they cannot be read. */
import type { HomeRef } from '../../../domain/home/home.ts'
import { type SessionNow, sessionLookup } from '../../../execute/rows/check-session.ts'
import { readStateDb } from '../../observe/read-database-side.ts'

export function readSessionRows(
  home: HomeRef,
  ids: readonly string[],
): ReadonlyMap<string, SessionNow | null> | null {
  const read = readStateDb(home.path, (db) => {
    const lookup = sessionLookup(db)
    return new Map(ids.map((id) => [id, lookup(id)]))
  })
  return read.ok ? read.value : null
}
