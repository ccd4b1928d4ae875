/**
 * Generated and real homes of every era, each with a copy of its database for queries, so that only Hermes
 * and Steward open the original.
 */
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { REAL_HOMES, unpackReal } from '../../../lib/testing/homes-of-every-era.ts'
import { smallHome } from '../../../lib/testing/presets/small-home.ts'

type Known = { readonly schema: number; readonly ftsLayout: string; readonly refusals: readonly string[] }

const MADE = 'made-nov'

/**
 * Known facts about each home, independent of Steward. For homes added later, they are read from the tables.
 */
const KNOWN: Readonly<Record<string, Known>> = {
  [MADE]: { schema: 30, ftsLayout: 'D', refusals: [] },
  mar: { schema: 6, ftsLayout: 'A', refusals: [] },
  may: { schema: 11, ftsLayout: 'B', refusals: [] },
  aug: { schema: 26, ftsLayout: 'C', refusals: [] },
  augcjk: { schema: 26, ftsLayout: 'C', refusals: ['cjk-tokenizer'] },
  upg_mar: { schema: 26, ftsLayout: 'mixed', refusals: ['fts-mixed'] },
}

/** Every real home next to the project. A server names the first one `main`. */
export const CONTRACT_HOMES = [MADE, ...REAL_HOMES].map((id) => ({ id, known: KNOWN[id] ?? null }))

export const homeIdOf = (id: string): string => (id === CONTRACT_HOMES[0]?.id ? 'main' : id)

export function makeContractHomes(folder: string): Record<string, string> {
  for (const { id } of CONTRACT_HOMES) {
    const path = join(folder, id)
    if (id === MADE) smallHome(path, 'nov', Date.now())
    else unpackReal(path, id)
    for (const name of readdirSync(path).filter((one) => one.startsWith('state.db')))
      cpSync(join(path, name), join(folder, `copy-${id}`, name))
  }
  const [first = '', ...others] = CONTRACT_HOMES.map(({ id }) => join(folder, id))
  return { HERMES_HOME: first, STEWARD_HOMES: others.join(':') }
}

export const openCopy = (folder: string, id: string): Database.Database =>
  new Database(join(folder, `copy-${id}`, 'state.db'))
