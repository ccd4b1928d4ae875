/** A home of every era, made and real, each with a copy of its database to ask: nobody but Hermes opens the home's own. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { smallHome } from '../lib/testing/presets/small-home.ts'

const FIXTURES = resolve(import.meta.dirname, '../../shared/fixtures')

const MADE = [{ id: 'made-nov', schema: 30, ftsLayout: 'D', refusals: [] }] as const

const REAL = [
  { id: 'mar', schema: 6, ftsLayout: 'A', refusals: [] },
  { id: 'may', schema: 11, ftsLayout: 'B', refusals: [] },
  { id: 'aug', schema: 26, ftsLayout: 'C', refusals: [] },
  { id: 'augcjk', schema: 26, ftsLayout: 'C', refusals: ['cjk-tokenizer'] },
  { id: 'upg_mar', schema: 26, ftsLayout: 'mixed', refusals: ['fts-mixed'] },
] as const

/** The real ones where they lie beside the project. The first is the one a server calls `main`. */
export const CONTRACT_HOMES = [...MADE, ...(existsSync(join(FIXTURES, 'unpack')) ? REAL : [])]

export const homeIdOf = (id: string): string => (id === CONTRACT_HOMES[0]?.id ? 'main' : id)

export function layContractHomes(folder: string): Record<string, string> {
  for (const { id } of CONTRACT_HOMES) {
    const path = join(folder, id)
    if (id === 'made-nov') smallHome(path, 'nov', Date.now())
    else execFileSync('python3', [join(FIXTURES, 'unpack'), id, path])
    for (const name of readdirSync(path).filter((one) => one.startsWith('state.db')))
      cpSync(join(path, name), join(folder, `copy-${id}`, name))
  }
  const [first = '', ...others] = CONTRACT_HOMES.map(({ id }) => join(folder, id))
  return { HERMES_HOME: first, STEWARD_HOMES: others.join(':') }
}

export const openCopy = (folder: string, id: string): Database.Database =>
  new Database(join(folder, `copy-${id}`, 'state.db'))
