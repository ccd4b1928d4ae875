/** What the database file is, beside what is in it. Only lstat touches the files themselves. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { DatabaseFacts } from '../domain/snapshot.ts'
import { readCapabilities } from './read-capabilities.ts'

/** A read-only handle on a home's database. */
export type StateDb = Database

export function readDatabaseFacts(homePath: string, db: Database): DatabaseFacts {
  const stats = lstatSync(join(homePath, 'state.db'))
  return {
    capabilities: readCapabilities(db),
    databaseBytes: stats.size,
    walBytes: lstatSync(join(homePath, 'state.db-wal'), { throwIfNoEntry: false })?.size ?? 0,
    identity: `${stats.dev}:${stats.ino}`,
  }
}

/**
 * Changes whenever anybody commits, or makes or removes a session file; cheap enough to look at before every
 * answer.
 */
export function homeSignature(homePath: string): string {
  return ['state.db', 'state.db-wal', 'state.db-journal', 'sessions']
    .map((name) => {
      const stats = lstatSync(join(/* turbopackIgnore: true */ homePath, name), {
        bigint: true,
        throwIfNoEntry: false,
      })
      return stats === undefined ? '-' : `${stats.ino}:${stats.size}:${stats.mtimeNs}`
    })
    .join('|')
}
