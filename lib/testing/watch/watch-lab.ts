/** Test homes that are watched with a settable clock, and what Hermes would write to them. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { CountUsage } from '../../collect/watch/database-watcher.ts'
import { LightSampleReader } from '../../collect/watch/light-sample-reader.ts'
import type { HomeRef } from '../../domain/home/home.ts'
import type { LightSample } from '../../domain/watch/light-sample.ts'
import { SECOND_MS } from '../../shared/time.ts'
import { type MadeHome, makeHome, type SessionSpec } from '../make-home.ts'
import { type TempHome, tempHome } from '../temp-home.ts'

const homeAt = (path: string): HomeRef => ({
  id: 'main',
  label: 'main',
  path,
  profile: null,
  root: path,
  demo: false,
})

/** Samples a home with a manual clock. Both clocks advance together by default. */
export function watchHome(path: string, countUsage: CountUsage | null = null) {
  const reader = new LightSampleReader(homeAt(path), { countUsage })
  const clock = { atMs: Date.now(), elapsedMs: 0 }
  return {
    clock,
    takeSample: (stepMs = 5 * SECOND_MS, wallStepMs = stepMs): LightSample => {
      clock.atMs += wallStepMs
      clock.elapsedMs += stepMs
      return reader.read({ ...clock })
    },
  }
}

export type WatchLab = {
  readonly temp: TempHome
  readonly make: (
    sessions: readonly SessionSpec[],
    journalMode?: 'wal' | 'delete',
    era?: 'aug' | 'nov',
  ) => MadeHome
}

/** A folder for homes to watch. The caller cleans it up. */
export function watchLab(): WatchLab {
  const temp = tempHome()
  let made = 0
  return {
    temp,
    make: (sessions, journalMode = 'wal', era = 'aug') => {
      made += 1
      const path = join(temp.root, `home-${made}`)
      return makeHome({ path, era, nowMs: Date.now(), sessions, journalMode })
    },
  }
}

/** One short write, like Hermes makes. */
export function write(path: string, work: (db: Database.Database) => void): void {
  const db = new Database(join(path, 'state.db'))
  db.pragma('wal_autocheckpoint = 0')
  try {
    work(db)
  } finally {
    db.close()
  }
}

export const say = (
  db: Database.Database,
  id: string,
  atMs: number,
  role = 'assistant',
  calls: string | null = null,
) =>
  db
    .prepare('INSERT INTO messages (session_id, role, content, tool_calls, timestamp) VALUES (?, ?, ?, ?, ?)')
    .run(id, role, 'words', calls, atMs / 1000)

export const burn = (db: Database.Database, id: string, input: number) =>
  db.prepare('UPDATE sessions SET input_tokens = input_tokens + ? WHERE id = ?').run(input, id)

export const begin = (db: Database.Database, id: string, atMs: number, input: number) =>
  db
    .prepare("INSERT INTO sessions (id, source, started_at, input_tokens) VALUES (?, 'cli', ?, ?)")
    .run(id, atMs / 1000, input)

export const call = (name: string, args: string, id: string) => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})

export const databaseOf = ({ database }: LightSample) => {
  if (!database.ok) throw new Error(database.fault.code)
  return database.value
}
