/** Facts about the database file itself. The files are only touched with lstat. */
import { type BigIntStats, lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { DatabaseFacts } from '../../domain/home/snapshot.ts'
import { readCapabilities } from './read-capabilities.ts'

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

/** Changes with every commit. */
export const databaseSignature = (homePath: string): string =>
  stampsOf(homePath, ['state.db', 'state.db-wal', 'state.db-journal'])

/** Changes with every commit and with every session file added or removed. Cheap enough for every request. */
export const homeSignature = (homePath: string): string =>
  `${databaseSignature(homePath)}|${stampsOf(homePath, ['sessions'])}`

/** Changes with any file that is parsed when a home is read. */
export const homeFilesSignature = (homePath: string): string =>
  `${homeSignature(homePath)}|${stampsOf(homePath, PARSED)}`

const PARSED = [
  '.env',
  'config.yaml',
  'cron/executions.db',
  'cron/jobs.json',
  'checkpoints/store/packed-refs',
  'checkpoints/store/projects',
  'gateway.pid',
  'gateway_state.json',
  'runtime/active_sessions.json',
  'sessions/sessions.json',
]

function stampsOf(homePath: string, names: readonly string[]): string {
  return names
    .map((name) => {
      const stats = lstatOrHidden(join(/* turbopackIgnore: true */ homePath, name))
      if (stats === 'hidden') return '?'
      // An empty -wal means the same as none, and opening the database creates one.
      if (stats === null || (stats.isFile() && stats.size === 0n)) return '-'
      return `${stats.ino}:${stats.size}:${stats.mtimeNs}`
    })
    .join('|')
}

function lstatOrHidden(path: string): BigIntStats | 'hidden' | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch {
    // No permission. Opening the database reports it.
    return 'hidden'
  }
}
