/** The homes shared by the specs of cron, tokens, database and gateway, with independently counted facts. */
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { type Era, makeHome } from '../../../lib/testing/make-home.ts'
import { smallHome } from '../../../lib/testing/presets/small-home.ts'
import { SMALL_JOBS } from '../../../lib/testing/presets/small-sessions.ts'

export const HOSTILE_NAME = '<img src=x onerror="window.owned=1"> \u202Egpj.exe'
/** The same string as it must be displayed. */
export const HOSTILE_SHOWN = '<img src=x onerror="window.owned=1"> <U+202E>gpj.exe'

/** `main` with hostile names, `early` with flushes, `empty`, and one without a database. */
export function makeExploreHomes(folder: string): Record<string, string> {
  const nowMs = Date.now()
  const make = (name: string, era: Era) =>
    smallHome(join(folder, name), era, nowMs, {
      checkpoints: [],
      jobs: [
        { id: SMALL_JOBS.triage, name: HOSTILE_NAME, lastRunMs: nowMs - 3_600_000 },
        { id: SMALL_JOBS.brief, name: 'morning-brief', schedule: '0 7 * * *', enabled: false },
      ],
    }).path
  const main = make('root', 'aug')
  const early = make('early', 'mar')
  const empty = makeHome({ path: join(folder, 'empty'), era: 'aug', nowMs, jobs: null }).path
  const bare = join(folder, 'bare')
  mkdirSync(bare)
  return { HERMES_HOME: main, STEWARD_HOMES: [early, empty, bare].join(':') }
}

/** Reads a copy: only Hermes and Steward open the original. */
export function onCopy<T>(folder: string, name: string, read: (db: Database.Database) => T): T {
  const copy = join(folder, `copy-of-${name}`)
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy)
  for (const file of ['state.db', 'state.db-wal'])
    if (existsSync(join(folder, name, file))) cpSync(join(folder, name, file), join(copy, file))
  const db = new Database(join(copy, 'state.db'))
  try {
    return read(db)
  } finally {
    db.close()
  }
}

export const diskBytesOf = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + lstatSync(path).blocks * 512, 0)

export const filesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []

export const wasOwned = (page: Page): Promise<boolean> =>
  page.evaluate(() => Reflect.get(window, 'owned') !== undefined)
