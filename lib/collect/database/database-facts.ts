/** What the database file is, beside what is in it. Only lstat touches the files themselves. */
import { type BigIntStats, lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { DatabaseFacts } from '../../domain/home/snapshot.ts'
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

/** Changes whenever anybody commits. */
export const databaseSignature = (homePath: string): string =>
  stampsOf(homePath, ['state.db', 'state.db-wal', 'state.db-journal'])

/**
 * Changes whenever anybody commits, or makes or removes a session file; cheap enough to look at before every
 * answer.
 */
export const homeSignature = (homePath: string): string =>
  `${databaseSignature(homePath)}|${stampsOf(homePath, ['sessions'])}`

function stampsOf(homePath: string, names: readonly string[]): string {
  return names
    .map((name) => {
      const stats = lstatOrHidden(join(/* turbopackIgnore: true */ homePath, name))
      if (stats === 'hidden') return '?'
      // An empty -wal says what a missing one says, and our own opening lays one.
      if (stats === null || (stats.isFile() && stats.size === 0n)) return '-'
      return `${stats.ino}:${stats.size}:${stats.mtimeNs}`
    })
    .join('|')
}

function lstatOrHidden(path: string): BigIntStats | 'hidden' | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch {
    // A home this user may not enter; opening its database says so in words.
    return 'hidden'
  }
}
