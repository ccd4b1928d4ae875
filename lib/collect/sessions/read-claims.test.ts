import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RoutingIndex } from '../../domain/gateway/gateway.ts'
import { type HomeSpec, makeHome } from '../../testing/make-home.ts'
import { type LineChild, startWriter } from '../../testing/processes/line-child.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { openStateDb, readSafely } from '../database/open-state-db.ts'
import { readCapabilities } from '../database/read-capabilities.ts'
import { readClaims } from './read-claims.ts'

const NOW = Date.UTC(2026, 10, 16, 12)
let temp: TempHome
let dead: number

beforeEach(async () => {
  temp = tempHome()
  dead = await deadPid()
})

afterEach(() => temp.cleanup())

/** The id of a process that has ended. */
async function deadPid(): Promise<number> {
  const child: LineChild = await startWriter(':memory:')
  await child.stop()
  return child.pid
}

const make = (spec: Partial<HomeSpec> = {}) => makeHome({ path: temp.path, era: 'aug', nowMs: NOW, ...spec })

function read(routing: RoutingIndex | null = null) {
  const opened = openStateDb(temp.path)
  if (!opened.ok) throw new Error(opened.fault.code)
  const db = opened.value
  const claims = readSafely(() => readClaims(db, readCapabilities(db), temp.path, routing, NOW))
  db.close()
  return claims
}

function claimsOf(routing: RoutingIndex | null = null) {
  const claims = read(routing)
  if (!claims.ok) throw new Error(claims.fault.code)
  return claims.value
}

it('a home from before these tables and files has no claims', () => {
  make({ era: 'mar' })
  const claims = claimsOf()
  expect(Object.values(claims).map((each) => each.size)).toEqual([0, 0, 0, 0, 0, 0, 0])
})

it('a routed session is claimed by its key', () => {
  make()
  const entry = {
    platform: null,
    chatType: null,
    updatedMs: null,
    displayName: null,
    lastPromptTokens: null,
    suspended: false,
    finalised: false,
  }
  const copies = { turnActive: false, inTable: true, inFile: true }
  const routing: RoutingIndex = {
    primary: 'table',
    entries: [{ key: 'agent:main:telegram:dm:1', sessionId: 's1', ...entry, ...copies }],
  }
  expect(claimsOf(routing).routes).toEqual(new Map([['s1', 'agent:main:telegram:dm:1']]))
})

describe('leases and locks', () => {
  it('claim until they expire', () => {
    make({
      claims: {
        turnLeases: [
          { id: 'running', expiresMs: NOW + 60_000 },
          { id: 'over', expiresMs: NOW - 1000 },
        ],
        compressionLocks: [
          { id: 'held', expiresMs: NOW + 60_000, pid: process.pid },
          { id: 'expired', expiresMs: NOW - 1000, pid: process.pid },
        ],
      },
    })
    expect(claimsOf()).toMatchObject({
      turnLeases: new Map([['running', NOW + 60_000]]),
      compressionLocks: new Map([['held', NOW + 60_000]]),
    })
  })

  it('of a compression end with their process, and only when it is known to be dead', () => {
    make({ claims: { compressionLocks: [{ id: 'crashed', expiresMs: NOW + 60_000, pid: dead }] } })
    const db = new Database(join(temp.path, 'state.db'))
    db.prepare('INSERT INTO compression_locks VALUES (?, ?, ?, ?)').run(
      'nameless',
      'host-a',
      1,
      NOW / 1000 + 60,
    )
    db.prepare('INSERT INTO compression_locks VALUES (?, ?, ?, ?)').run('odd', 'host-b', 1, 'never')
    db.close()
    expect([...claimsOf().compressionLocks.keys()].sort()).toEqual(['nameless', 'odd'])
  })
})

it('delegations claim their sessions until the result was delivered', () => {
  make({
    claims: {
      delegations: [
        { id: 'd1', originSession: 'waiting', parentSessionId: 'parent' },
        { id: 'd2', originSession: 'served', deliveryState: 'delivered' },
      ],
    },
  })
  const db = new Database(join(temp.path, 'state.db'))
  db.prepare(
    `INSERT INTO async_delegations (delegation_id, origin_session, state, dispatched_at, updated_at, delivery_state)
     VALUES ('d3', 'working', 'running', 1, 1, 'delivered')`,
  ).run()
  db.close()
  expect([...claimsOf().pendingDelegations].sort()).toEqual(['parent', 'waiting', 'working'])
})

describe('open chats', () => {
  const write = (content: unknown) => {
    mkdirSync(join(temp.path, 'runtime'))
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    writeFileSync(join(temp.path, 'runtime', 'active_sessions.json'), text)
  }

  it.each([
    ['a list of leases', (pid: number) => [{ session_id: 'chat', pid }]],
    ['leases under a name', (pid: number) => ({ leases: [{ pid, session: { id: 'chat' } }] })],
    ['leases by session id', (pid: number) => ({ sessions: { chat: { pid, surface: 'tui' } } })],
  ])('are found in %s, and forgotten when their process is dead', (_, shape) => {
    make()
    write(shape(process.pid))
    expect(claimsOf().openChats.has('chat')).toBe(true)
    temp.cleanup()
    make()
    write(shape(dead))
    expect(claimsOf().openChats.has('chat')).toBe(false)
  })

  it('are unknown, not none, when the file is broken or a link', () => {
    make()
    write('{"sessions": {')
    expect(read()).toMatchObject({ ok: false, fault: { code: 'malformed-file' } })
    temp.cleanup()
    make()
    symlinkSync(temp.root, join(temp.path, 'runtime'))
    expect(read()).toEqual({ ok: false, fault: { code: 'folder-symlink', path: 'runtime' } })
  })
})

describe('running cron jobs', () => {
  function writeLedger(rows: readonly (readonly [job: string, status: string, pid: number | null])[]): void {
    mkdirSync(join(temp.path, 'cron'), { recursive: true })
    const db = new Database(join(temp.path, 'cron', 'executions.db'))
    db.exec('CREATE TABLE executions (id INTEGER PRIMARY KEY, job_id TEXT, status TEXT, pid INTEGER)')
    for (const row of rows)
      db.prepare('INSERT INTO executions (job_id, status, pid) VALUES (?, ?, ?)').run(...row)
    db.close()
  }

  it('include only those claimed or run by a live process', () => {
    make()
    writeLedger([
      ['running', 'running', process.pid],
      ['claimed', 'claimed', null],
      ['crashed', 'running', dead],
      ['done', 'completed', process.pid],
    ])
    expect([...claimsOf().runningCronJobs].sort()).toEqual(['claimed', 'running'])
  })

  it('are unknown, not none, when the ledger is not a database', () => {
    make()
    mkdirSync(join(temp.path, 'cron'), { recursive: true })
    writeFileSync(join(temp.path, 'cron', 'executions.db'), 'not a database at all'.repeat(100))
    expect(read()).toMatchObject({ ok: false, fault: { code: 'unreadable', path: 'cron/executions.db' } })
  })

  it('are none if the ledger was just created and is still empty', () => {
    make()
    mkdirSync(join(temp.path, 'cron'), { recursive: true })
    writeFileSync(join(temp.path, 'cron', 'executions.db'), '')
    expect(claimsOf().runningCronJobs.size).toBe(0)
  })
})

it('a backend is alive while it sends heartbeats', () => {
  make({
    era: 'nov',
    claims: {
      heartbeats: [
        { backendId: 'fresh', pid: 1, lastMs: NOW - 60_000 },
        { backendId: 'ahead', pid: 1, lastMs: NOW + 86_400_000 },
        { backendId: 'gone', pid: 1, lastMs: NOW - 3_600_000 },
      ],
    },
  })
  expect(claimsOf().liveBackends).toEqual(new Set(['fresh', 'ahead']))
})
