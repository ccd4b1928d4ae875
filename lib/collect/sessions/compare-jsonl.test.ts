/** A transcript is compared line by line with the rows of its session. */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withReader } from '../../testing/home-rows.ts'
import { REAL_HOMES, unpackReal } from '../../testing/homes-of-every-era.ts'
import { makeHome } from '../../testing/make-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { makeJsonlComparer } from './compare-jsonl.ts'
import { readMessageIdentities } from './read-message-identities.ts'

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
})
afterEach(() => temp.cleanup())

const identitiesIn = (home: string) => (id: string) =>
  withReader(home, (db) => {
    const columns = db.prepare<[], string>("SELECT name FROM pragma_table_info('messages')").pluck().all()
    return readMessageIdentities(db, columns, id)
  })

describe('a file', () => {
  const missing = (text: string, budget?: number) => {
    mkdirSync(join(temp.path, 'sessions'), { recursive: true })
    writeFileSync(join(temp.path, 'sessions', 'a.jsonl'), text)
    return makeJsonlComparer(temp.path, () => [], budget)(['sessions', 'a.jsonl'], 'a')
  }
  it.each([
    ['nothing', '', 0],
    ['three lines', '{"role":"user"}\n{"role":"tool"}\n{"role":"system"}\n', 3],
    ['an incomplete last line', '{"role":"user"}\n{"role":"to', 2],
    ['empty lines', '\n{"role":"user"}\n\n', 1],
    ['a first line about the session', '{"role": "session_meta", "tools": []}\n{"role":"user"}\n', 1],
    ['a message that only mentions it', '{"role":"user","content":"\\"session_meta\\""}\n', 1],
    ['lines longer than a read', `${'x'.repeat(1_500_000)}\n${'y'.repeat(1_500_000)}\n`, 2],
    ['a line that is too long', 'x'.repeat(9_000_000), null],
  ])('with %s', (_, text, expected) => {
    expect(missing(text)).toBe(expected)
  })

  it('is not compared beyond the budget of a plan, nor through a link', () => {
    expect(missing('{"role":"user"}\n', 5)).toBeNull()
    symlinkSync(join(temp.path, 'sessions', 'a.jsonl'), join(temp.path, 'sessions', 'b.jsonl'))
    expect(makeJsonlComparer(temp.path, () => [])(['sessions', 'b.jsonl'], null)).toBeNull()
  })

  it('is not compared with rows that cannot be read', () => {
    expect(missing('')).toBe(0)
    expect(makeJsonlComparer(temp.path, () => null)(['sessions', 'a.jsonl'], 'a')).toBeNull()
  })
})

it('rewound rows count, those of other sessions do not, and too many are not compared', () => {
  const nowMs = Date.now()
  const { databasePath } = makeHome({
    path: temp.path,
    era: 'nov',
    nowMs,
    sessions: ['a', 'b'].map((id) => ({
      id,
      startedMs: nowMs,
      messages: [{ role: 'user', content: id, atMs: nowMs }],
    })),
  })
  const db = new Database(databasePath)
  db.exec('UPDATE messages SET active = 0')
  writeFileSync(join(temp.path, 'sessions', 'a.jsonl'), '{"role":"user","content":"a"}\n')
  const compare = makeJsonlComparer(temp.path, identitiesIn(temp.path))
  expect(compare(['sessions', 'a.jsonl'], 'a')).toBe(0)
  expect(compare(['sessions', 'a.jsonl'], 'b')).toBe(1)
  db.exec("UPDATE messages SET content = printf('%.*c', 34000000, 'x') WHERE session_id = 'a'")
  db.close()
  expect(compare(['sessions', 'a.jsonl'], 'a')).toBeNull()
})

/** The gateway wrote them beside the rows. In newer homes Hermes wrote them instead of the rows. */
const MIRRORS = ['mar', 'may', 'upg_mar']
const EMERGENCIES = ['aug', 'augcjk', 'new30']

describe.each(REAL_HOMES.filter((name) => [...MIRRORS, ...EMERGENCIES].includes(name)))('real %s', (name) => {
  it(MIRRORS.includes(name) ? 'has a row for every line' : 'lacks rows of every file', () => {
    const home = unpackReal(join(temp.root, 'real'), name)
    const files = readdirSync(join(home, 'sessions')).filter((file) => file.endsWith('.jsonl'))
    expect(files.length).toBeGreaterThan(5)
    const compare = makeJsonlComparer(home, identitiesIn(home))
    const missing = files.map((file) => compare(['sessions', file], file.replace('.jsonl', '')))
    expect(missing.filter((count) => count === null)).toEqual([])
    expect(missing.every((count) => (count === 0) === MIRRORS.includes(name))).toBe(true)
  })
})
