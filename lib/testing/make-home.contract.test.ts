/** Compares generated homes with homes Hermes wrote, if available. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { type HomeSpec, makeHome } from './make-home.ts'
import { FIXTURES } from './paths.ts'
import { tempHome } from './temp-home.ts'

const CASES: readonly (readonly [fixture: string, spec: Omit<HomeSpec, 'path' | 'nowMs'>])[] = [
  ['mar', { era: 'mar' }],
  ['may', { era: 'may' }],
  ['aug', { era: 'aug' }],
  ['augcjk', { era: 'aug', cjk: true }],
  ['upg_mar', { era: 'aug', upgradedFrom: 'mar' }],
]

it.each(CASES)('a generated home has the tables, columns, indexes and triggers of %s', (fixture, spec) => {
  const temp = tempHome()
  try {
    const made = makeHome({ ...spec, path: temp.path, nowMs: Date.UTC(2026, 10, 16) })
    const shape = shapeOf(made.databasePath)
    const real = existsSync(join(FIXTURES, `${fixture}.tar.gz`)) ? realShape(fixture, temp.root) : shape
    expect(shape).toEqual(real)
  } finally {
    temp.cleanup()
  }
})

function realShape(fixture: string, root: string): Shape {
  const path = join(root, 'real')
  execFileSync('python3', [join(FIXTURES, 'unpack'), fixture, path], { stdio: 'pipe' })
  return shapeOf(join(path, 'state.db'))
}

type Shape = { readonly text: Record<string, string>; readonly columns: Record<string, unknown> }

/** Names with their SQL, ignoring spacing. For tables the columns, because migrations write them differently. */
function shapeOf(path: string): Shape {
  const db = new Database(path)
  try {
    const parts = db
      .prepare<[], { type: string; name: string; sql: string }>(
        `SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY name`,
      )
      .all()
    const plain = parts.filter(({ type, sql }) => type === 'table' && !sql.startsWith('CREATE VIRTUAL'))
    const rest = parts.filter((part) => !plain.includes(part))
    return {
      text: Object.fromEntries(rest.map(({ type, name, sql }) => [`${type} ${name}`, squeezed(sql)])),
      columns: Object.fromEntries(
        plain.map(({ name }) => [
          name,
          [db.pragma(`table_info('${name}')`), db.pragma(`foreign_key_list('${name}')`)],
        ]),
      ),
    }
  } finally {
    db.close()
  }
}

const squeezed = (sql: string): string => sql.replace(/\s+/g, ' ').replace(/ ?([(),;]) ?/g, '$1')
