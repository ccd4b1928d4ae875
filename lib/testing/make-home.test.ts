import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { ERAS } from './home/schema-columns.ts'
import type { FileSpec } from './home/spec.ts'
import { type Era, type HomeSpec, makeHome } from './make-home.ts'
import { type TempHome, tempHome } from './temp-home.ts'

const NOW_MS = Date.UTC(2026, 10, 16, 9, 30)
const temps: TempHome[] = []

afterEach(() => {
  for (const temp of temps.splice(0)) temp.cleanup()
})

function make(era: Era, rest: Partial<HomeSpec> = {}) {
  const temp = tempHome()
  temps.push(temp)
  return makeHome({ path: temp.path, era, nowMs: NOW_MS, sessions: SESSIONS, ...rest })
}

const SESSIONS: HomeSpec['sessions'] = [
  {
    id: 'talk',
    messages: [
      { role: 'user', content: 'where is the zeppelin hangar', atMs: NOW_MS },
      { role: 'assistant', content: '', toolCalls: ['web_search'], atMs: NOW_MS },
      { role: 'tool', content: `${'long '.repeat(4_000)}zeppelins`, toolName: 'web_search', atMs: NOW_MS },
    ],
  },
  {
    id: 'run',
    source: 'cron',
    messages: 9,
    parentId: 'talk',
    pinned: true,
    archived: true,
    heartbeatMs: NOW_MS,
  },
  { id: 'child', source: 'subagent', modelConfig: { _delegate_from: 'talk' } },
  { id: 'odd', modelConfig: '{broken' },
]

function withDatabase<T>(path: string, use: (db: Database.Database) => T): T {
  const db = new Database(path)
  try {
    return use(db)
  } finally {
    db.close()
  }
}

const names = (db: Database.Database, sql: string): string[] => db.prepare<[], string>(sql).pluck().all()
const columnsOf = (db: Database.Database, table: string) =>
  names(db, `SELECT name FROM pragma_table_info('${table}')`)
const ftsTables = (db: Database.Database) =>
  names(db, `SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%'`)

/** Rank 1 compares the index with its rows, not only with itself. */
const checkIndex = (db: Database.Database, table: string): void => {
  db.exec(`INSERT INTO ${table}(${table}, rank) VALUES('integrity-check', 1)`)
}
const checkIndexes = (db: Database.Database): void => {
  for (const table of ftsTables(db)) checkIndex(db, table)
}

describe.each(ERAS)('a home of %s', (era) => {
  it('finds its messages by full-text search, and its index matches the rows', () => {
    withDatabase(make(era).databasePath, (db) => {
      const found = db.prepare(`SELECT rowid FROM messages_fts WHERE messages_fts MATCH 'zeppelin'`).all()
      expect(found).toEqual(
        db.prepare(`SELECT id AS rowid FROM messages WHERE content LIKE '%zeppelin hangar'`).all(),
      )
      expect(found).toHaveLength(1)
      expect(() => checkIndexes(db)).not.toThrow()
    })
  })

  it('keeps the index correct when messages are added, changed and deleted', () => {
    withDatabase(make(era).databasePath, (db) => {
      db.exec(
        `INSERT INTO messages (session_id, role, content, timestamp) VALUES ('odd', 'user', 'walrus', 1)`,
      )
      db.exec(`UPDATE messages SET content = 'changed' WHERE id = 1`)
      db.exec(`DELETE FROM messages WHERE session_id IN ('run', 'child')`)
      expect(names(db, `SELECT count(*) FROM messages_fts WHERE messages_fts MATCH 'walrus'`)).toEqual([1])
      expect(() => checkIndexes(db)).not.toThrow()
    })
  })

  it('has no broken foreign keys', () => {
    withDatabase(make(era).databasePath, (db) => expect(db.pragma('foreign_key_check')).toEqual([]))
  })

  it('has session counters that match its rows', () => {
    withDatabase(make(era).databasePath, (db) => {
      const wrong = db
        .prepare(
          `SELECT id FROM sessions AS s WHERE message_count <> (SELECT count(*) FROM messages WHERE session_id = s.id)
           OR tool_call_count <> (SELECT count(tool_calls) FROM messages WHERE session_id = s.id)`,
        )
        .all()
      expect(wrong).toEqual([])
    })
  })
})

describe('eras', () => {
  it.each([
    ['mar', 6, [], ['state_meta', 'gateway_routing'], 'messages_fts'],
    ['may', 11, ['state_meta'], ['gateway_routing'], 'messages_fts messages_fts_trigram'],
    [
      'jul',
      22,
      ['gateway_routing', 'session_model_usage'],
      ['system_prompts'],
      'messages_fts messages_fts_trigram',
    ],
    [
      'aug',
      26,
      ['system_prompts', 'session_turn_leases'],
      ['gateway_heartbeats'],
      'messages_fts messages_fts_trigram',
    ],
    ['nov', 30, ['gateway_heartbeats', 'conversation_generations'], [], 'messages_fts messages_fts_trigram'],
  ] as const)('%s has schema %i and the tables of its time', (era, version, present, absent, fts) => {
    withDatabase(make(era).databasePath, (db) => {
      const tables = names(db, `SELECT name FROM sqlite_master WHERE type = 'table'`)
      expect(names(db, 'SELECT version FROM schema_version')).toEqual([version])
      expect(tables).toEqual(expect.arrayContaining([...present]))
      expect(tables.filter((name) => absent.some((other) => other === name))).toEqual([])
      expect(ftsTables(db).join(' ')).toBe(fts)
      expect(columnsOf(db, 'sessions').includes('archived')).toBe(['jul', 'aug', 'nov'].includes(era))
      expect(columnsOf(db, 'sessions').includes('pinned')).toBe(['aug', 'nov'].includes(era))
    })
  })

  it('of November recognize a copied file', () => {
    withDatabase(make('nov').databasePath, (db) => {
      expect(db.pragma('application_id', { simple: true })).not.toBe(0)
      const keys = names(db, 'SELECT key FROM state_meta ORDER BY key')
      expect(keys).toEqual(['db_file_generation', 'fts_storage_version'])
    })
  })

  it('of November leave automation out of the trigram index', () => {
    withDatabase(make('nov').databasePath, (db) => {
      const sources = names(
        db,
        `SELECT DISTINCT s.source FROM messages_fts_trigram_src AS t JOIN messages USING (id) JOIN sessions AS s ON s.id = session_id`,
      )
      expect(sources).toEqual(['cli'])
    })
  })
})

describe('options', () => {
  it.each(['wal', 'delete'] as const)('journal mode %s is set in the file', (journalMode) => {
    withDatabase(make('aug', { journalMode }).databasePath, (db) =>
      expect(db.pragma('journal_mode', { simple: true })).toBe(journalMode),
    )
  })

  it('accepts any schema version', () => {
    withDatabase(make('aug', { schemaVersion: 99 }).databasePath, (db) =>
      expect(names(db, 'SELECT version FROM schema_version')).toEqual([99]),
    )
  })

  it('with CJK triggers messages can be read but not written', () => {
    withDatabase(make('aug', { cjk: true }).databasePath, (db) => {
      const triggers = names(
        db,
        `SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%cjk%'`,
      )
      expect(triggers.sort()).toEqual(
        ['delete', 'insert', 'update'].map((verb) => `messages_fts_cjk_${verb}`),
      )
      expect(names(db, 'SELECT count(*) FROM messages')).toEqual([20])
      expect(() => db.exec(`DELETE FROM messages WHERE role = 'user'`)).toThrow('cjk_unicode61')
      expect(() =>
        db.exec(
          `INSERT INTO messages (session_id, role, content, timestamp) VALUES ('talk', 'user', 'x', 1)`,
        ),
      ).toThrow('cjk_unicode61')
    })
  })

  it('an upgraded home mixes two layouts, and its old index is inconsistent', () => {
    withDatabase(make('aug', { upgradedFrom: 'mar' }).databasePath, (db) => {
      expect(columnsOf(db, 'sessions')).toContain('pinned')
      expect(() => checkIndex(db, 'messages_fts')).toThrow('malformed')
    })
  })

  it('pruned sessions leave only free pages', () => {
    const pruned = [{ id: 'gone', messages: 400 }]
    withDatabase(make('aug', { pruned }).databasePath, (db) => {
      expect(names(db, `SELECT count(*) FROM messages WHERE session_id = 'gone'`)).toEqual([0])
      expect(db.pragma('freelist_count', { simple: true })).toBeGreaterThan(0)
      expect(() => checkIndexes(db)).not.toThrow()
    })
  })

  it('refuses a folder that is not empty', () => {
    const { path } = make('mar')
    expect(() => makeHome({ path, era: 'mar', nowMs: NOW_MS })).toThrow('not empty')
  })
})

describe('files', () => {
  const files: FileSpec[] = [
    { kind: 'transcript', id: 'talk', bytes: 30_001, modifiedMs: NOW_MS - 1_000 },
    { kind: 'jsonl', id: 'talk', bytes: 777, modifiedMs: NOW_MS - 2_000 },
    { kind: 'request-dump', id: 'talk', bytes: 4_567, modifiedMs: NOW_MS - 3_000 },
    { kind: 'temporary', id: 'x1', bytes: 5, modifiedMs: NOW_MS - 4_000 },
    { kind: 'saved', id: 'mine.json', bytes: 6, modifiedMs: NOW_MS - 5_000 },
  ]

  it('have exactly the requested bytes and age, and their real format', () => {
    const { sessionsPath } = make('mar', { files })
    const listed = readdirSync(sessionsPath, { recursive: true, encoding: 'utf8' })
      .map((name) => ({ name, stat: statSync(join(sessionsPath, name)) }))
      .filter(({ name, stat }) => stat.isFile() && name !== 'sessions.json')
      .sort((left, right) => right.stat.mtimeMs - left.stat.mtimeMs)
    expect(listed.map(({ stat }) => [stat.size, stat.mtimeMs])).toEqual(
      files.map(({ bytes, modifiedMs }) => [bytes, modifiedMs]),
    )
    const transcript = JSON.parse(readFileSync(join(sessionsPath, 'session_talk.json'), 'utf8')) as unknown
    expect(transcript).toMatchObject({ session_id: 'talk', messages: expect.any(Array) })
    expect(listed.map(({ name }) => name)).toContain('.sessions_x1.tmp')
  })

  it('too small for their format are refused', () => {
    expect(() => make('mar', { files: [{ kind: 'transcript', id: 'a', bytes: 10, modifiedMs: 0 }] })).toThrow(
      'needs',
    )
  })

  it.each(['mar', 'aug'] as const)('routes of %s are where that era stores them', (era) => {
    const routes = [
      { key: 'agent:main:telegram:dm:1', sessionId: 'talk', updatedMs: NOW_MS },
      { key: 'agent:main:telegram:dm:2', sessionId: 'talk', updatedMs: NOW_MS, where: 'file' as const },
    ]
    const home = make(era, { routes })
    const index = JSON.parse(readFileSync(join(home.sessionsPath, 'sessions.json'), 'utf8')) as object
    expect(Object.keys(index).filter((key) => !key.startsWith('_'))).toEqual(routes.map(({ key }) => key))
    withDatabase(home.databasePath, (db) => {
      const hasTable = columnsOf(db, 'gateway_routing').length > 0
      const rows = hasTable ? db.prepare('SELECT scope, session_key FROM gateway_routing').all() : []
      const expected = { scope: home.sessionsPath, session_key: 'agent:main:telegram:dm:1' }
      expect(rows).toEqual(era === 'mar' ? [] : [expected])
    })
  })

  it('the same spec gives the same files', () => {
    const sums = [make('aug', { files }), make('aug', { files })].map(({ sessionsPath }) =>
      createHash('sha256')
        .update(readFileSync(join(sessionsPath, 'session_talk.json')))
        .digest('hex'),
    )
    expect(sums[0]).toBe(sums[1])
  })
})

describe('a temporary home', () => {
  it('is removed with everything in it', () => {
    const temp = tempHome()
    writeFileSync(join(temp.root, 'something'), '')
    temp.cleanup()
    expect(existsSync(temp.root)).toBe(false)
  })
})
