import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type HomeSpec, makeHome } from '../../testing/make-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { openStateDb } from '../database/open-state-db.ts'
import { readCapabilities } from '../database/read-capabilities.ts'
import { readClaims } from '../sessions/read-claims.ts'
import { readRouting } from './read-routing.ts'

const NOW = Date.UTC(2026, 10, 16, 12)
const KEY = 'agent:main:telegram:dm:1000'
let temp: TempHome

beforeEach(() => {
  temp = tempHome()
})

afterEach(() => temp.cleanup())

const indexPath = () => join(temp.path, 'sessions', 'sessions.json')
const make = (spec: Partial<HomeSpec>) => makeHome({ path: temp.path, era: 'aug', nowMs: NOW, ...spec })

function read() {
  const opened = openStateDb(temp.path)
  if (!opened.ok) return readRouting(null, null, temp.path)
  const routing = readRouting(opened.value, readCapabilities(opened.value), temp.path)
  opened.value.close()
  return routing
}

function entries() {
  const routing = read()
  if (!routing.ok) throw new Error(routing.fault.code)
  return routing.value.entries
}

function changeTable(sql: string): void {
  const db = new Database(join(temp.path, 'state.db'))
  db.exec(sql)
  db.close()
}

it.each(['entry_json', 'scope'])('too many bytes in %s are a fault and not read', (column) => {
  make({ routes: [{ key: KEY, sessionId: 's1', updatedMs: NOW, where: 'table' }] })
  changeTable(`UPDATE gateway_routing SET ${column} = hex(zeroblob(33000000))`)
  expect(read()).toMatchObject({ ok: false, fault: { code: 'too-large', path: 'gateway_routing' } })
})

describe('the primary copy', () => {
  it('is the file until the table exists', () => {
    make({ era: 'mar', routes: [{ key: KEY, sessionId: 's1', updatedMs: NOW }] })
    expect(read()).toMatchObject({
      ok: true,
      value: { primary: 'file', entries: [{ key: KEY, sessionId: 's1', inTable: false, inFile: true }] },
    })
  })

  it('is the table once it exists, merged with keys only the file has', () => {
    make({
      routes: [
        { key: 'both', sessionId: 's1', updatedMs: NOW },
        { key: 'table', sessionId: 's2', updatedMs: NOW, where: 'table' },
        { key: 'file', sessionId: 's3', updatedMs: NOW, where: 'file' },
      ],
    })
    const copies = entries().map((entry) => [entry.key, entry.inTable, entry.inFile])
    expect(copies.sort()).toEqual([
      ['both', true, true],
      ['file', false, true],
      ['table', true, false],
    ])
    expect(read()).toMatchObject({ value: { primary: 'table' } })
  })

  it('is none in a home that never had a gateway', () => {
    make({ era: 'mar' })
    rmSync(indexPath(), { force: true })
    expect(read()).toEqual({ ok: true, value: { primary: 'none', entries: [] } })
  })
})

describe('entries', () => {
  it('contain what the gateway reads on its next start', () => {
    make({
      routes: [
        { key: KEY, sessionId: 's1', updatedMs: NOW - 5000, suspended: true },
        { key: 'agent:main:slack:channel:C1', sessionId: 's2', updatedMs: NOW, finalised: true },
        { key: 'agent:main:discord:dm:9', sessionId: 's3', updatedMs: NOW, turnStartedMs: NOW },
      ],
    })
    const byId = new Map(entries().map((entry) => [entry.sessionId, entry]))
    expect(byId.get('s1')).toMatchObject({ platform: 'telegram', chatType: 'dm', updatedMs: NOW - 5000 })
    expect(byId.get('s1')).toMatchObject({ suspended: true, finalised: false, turnActive: false })
    expect(byId.get('s2')).toMatchObject({ suspended: false, finalised: true })
    expect(byId.get('s3')).toMatchObject({ turnActive: true })
  })

  it('of April 2026 use that month’s flag for being finalized', () => {
    make({ era: 'mar' })
    writeFileSync(indexPath(), JSON.stringify({ k: { session_id: 's', memory_flushed: true } }))
    expect(entries()).toMatchObject([{ finalised: true, updatedMs: null }])
  })

  it('without a time zone are in local time', () => {
    make({ era: 'mar' })
    const index = {
      naive: { session_id: 'a', updated_at: '2026-07-19T10:03:21.678949' },
      zoned: { session_id: 'b', updated_at: '2026-07-19T10:03:21+02:00' },
    }
    writeFileSync(indexPath(), JSON.stringify(index))
    const times = entries().map((entry) => entry.updatedMs)
    expect(times).toEqual([new Date(2026, 6, 19, 10, 3, 21, 678).getTime(), Date.UTC(2026, 6, 19, 8, 3, 21)])
  })

  it('that are broken are skipped, and so are notes', () => {
    make({ era: 'mar' })
    const index = {
      _README: 'note',
      a: null,
      b: 'text',
      c: {},
      d: { session_id: 7 },
      e: { session_id: 'good' },
    }
    writeFileSync(indexPath(), JSON.stringify(index))
    expect(entries().map((entry) => entry.sessionId)).toEqual(['good'])
  })

  it('of another home in the same table are skipped, unless there are no others', () => {
    make({ routes: [{ key: KEY, sessionId: 'mine', updatedMs: NOW, where: 'table' }] })
    changeTable(`INSERT INTO gateway_routing VALUES ('/elsewhere/sessions', 'k', '{"session_id":"theirs"}', 1),
      ('/elsewhere/sessions', 'broken', '{', 1)`)
    expect(entries().map((entry) => entry.sessionId)).toEqual(['mine'])
    changeTable(`DELETE FROM gateway_routing WHERE scope <> '/elsewhere/sessions'`)
    expect(entries().map((entry) => entry.sessionId)).toEqual(['theirs'])
  })
})

describe('a session named by either copy is in use', () => {
  function routes() {
    const opened = openStateDb(temp.path)
    if (!opened.ok) throw new Error(opened.fault.code)
    const caps = readCapabilities(opened.value)
    const routing = readRouting(opened.value, caps, temp.path)
    const claims = readClaims(opened.value, caps, temp.path, routing.ok ? routing.value : null, NOW)
    opened.value.close()
    return claims.routes
  }

  it('where the two disagree on a key', () => {
    make({ routes: [{ key: KEY, sessionId: 'in-table', updatedMs: NOW }] })
    writeFileSync(indexPath(), JSON.stringify({ [KEY]: { session_id: 'in-file' } }))
    expect(entries().map((entry) => entry.sessionId)).toEqual(['in-table'])
    expect(routes()).toEqual(new Map(['in-file', 'in-table'].map((id) => [id, KEY])))
  })

  it('and in rows of another scope', () => {
    make({ routes: [{ key: KEY, sessionId: 'mine', updatedMs: NOW }] })
    changeTable(
      `INSERT INTO gateway_routing VALUES ('/elsewhere/sessions', 'k', '{"session_id":"theirs"}', 1)`,
    )
    expect(routes()).toEqual(
      new Map([
        ['theirs', 'k'],
        ['mine', KEY],
      ]),
    )
  })
})

describe('an unusable file', () => {
  it.each([
    ['broken JSON', '{"a": {"session_id"'],
    ['a list', '[1, 2]'],
    ['nothing', ''],
  ])('with %s is a fault if it is primary and ignored if the table is', (_, text) => {
    make({ era: 'mar' })
    writeFileSync(indexPath(), text)
    expect(read()).toMatchObject({
      ok: false,
      fault: { code: 'malformed-file', path: 'sessions/sessions.json' },
    })
    temp.cleanup()
    make({ routes: [{ key: KEY, sessionId: 's1', updatedMs: NOW }] })
    writeFileSync(indexPath(), text)
    expect(entries()).toMatchObject([{ sessionId: 's1', inTable: true, inFile: false }])
  })

  it('behind a symbolic link is not read', () => {
    make({ era: 'mar' })
    writeFileSync(join(temp.root, 'outside.json'), JSON.stringify({ k: { session_id: 's' } }))
    rmSync(indexPath(), { force: true })
    symlinkSync(join(temp.root, 'outside.json'), indexPath())
    expect(read()).toEqual({ ok: false, fault: { code: 'folder-symlink', path: 'sessions/sessions.json' } })
    rmSync(join(temp.path, 'sessions'), { recursive: true })
    mkdirSync(join(temp.root, 'far'))
    symlinkSync(join(temp.root, 'far'), join(temp.path, 'sessions'))
    expect(read()).toEqual({ ok: false, fault: { code: 'folder-symlink', path: 'sessions' } })
  })

  it('does not need the database to be read', () => {
    make({ routes: [{ key: KEY, sessionId: 's1', updatedMs: NOW }] })
    writeFileSync(join(temp.path, 'state.db'), 'no longer a database'.repeat(500))
    expect(entries()).toMatchObject([{ sessionId: 's1', inTable: false, inFile: true }])
  })
})
