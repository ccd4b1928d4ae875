/** What lstat reveals about a database, enough to know that nothing was committed since the last sample. */
import { type BigIntStats, lstatSync } from 'node:fs'
import { join } from 'node:path'

export type DatabaseStamps = {
  /** Changes with every commit. */
  readonly signature: string
  /** dev:ino of state.db, or null if there is none. */
  readonly file: string | null
  readonly databaseBytes: number
  readonly walBytes: number | null
  /** The newest of the files' times. */
  readonly writtenMs: number
}

export function readDatabaseStamps(homePath: string): DatabaseStamps {
  const database = lstatOrNull(join(homePath, 'state.db'))
  const wal = lstatOrNull(join(homePath, 'state.db-wal'))
  const journal = lstatOrNull(join(homePath, 'state.db-journal'))
  const seen = [database, wal, journal]
  return {
    signature: seen.map(stampOf).join('|'),
    file: database === null ? null : `${database.dev}:${database.ino}`,
    databaseBytes: Number(database?.size ?? 0n),
    walBytes: Number(wal?.size ?? 0n),
    writtenMs: Math.max(0, ...seen.map((stats) => Number((stats?.mtimeNs ?? 0n) / 1_000_000n))),
  }
}

/** An empty -wal means the same as none, and opening the database creates one. */
const stampOf = (stats: BigIntStats | null): string =>
  stats === null || (stats.isFile() && stats.size === 0n)
    ? '-'
    : `${stats.ino}:${stats.size}:${stats.mtimeNs}`

function lstatOrNull(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch {
    // Not accessible. Opening the database reports why.
    return null
  }
}
