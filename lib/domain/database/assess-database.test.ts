import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../shared/result.ts'
import { aSnapshot, NOW_MS, someCapabilities } from '../../testing/factories.ts'
import type { FtsLayout, Holder } from '../home/home.ts'
import { assessSearch } from './assess-search.ts'
import { assessWal, type WalFacts } from './assess-wal.ts'
import { buildDatabaseView, type DatabaseViewInput } from './build-database-view.ts'
import type { DatabaseCount, DatabaseObject, SearchCheck } from './database-count.ts'
import type { SearchNotes } from './database-view.ts'

const HERMES: Holder = {
  pid: 7,
  command: 'hermes',
  startedMs: NOW_MS - 90_000,
  deletedInode: false,
  self: false,
}
const MIB = 1024 * 1024

describe('a write-ahead log', () => {
  const facts: WalFacts = { journalMode: 'wal', walBytes: MIB, schemaVersion: 26, holders: [HERMES] }
  it.each<[string, Partial<WalFacts>, string, boolean]>([
    ['of a megabyte under a running Hermes', {}, 'ordinary', false],
    ['of just the limit', { walBytes: 64 * MIB }, 'ordinary', false],
    ['beyond the limit', { walBytes: 64 * MIB + 1 }, 'large', true],
    ['that is large in an old Hermes', { walBytes: 300 * MIB, schemaVersion: 11 }, 'large', true],
    ['that is empty', { walBytes: 0 }, 'empty', false],
    ['that no process has open', { holders: [] }, 'left-behind', false],
    ['that only Steward has open', { holders: [{ ...HERMES, self: true }] }, 'left-behind', false],
    ['whose holders are unknown', { holders: null }, 'ordinary', false],
    ['in another journal mode', { journalMode: 'delete', walBytes: 0 }, 'unused', false],
    ['deleted while a process has it open', { holders: [{ ...HERMES, deletedInode: true }] }, 'lost', true],
  ])('%s is %j', (_, change, state, matters) => {
    expect(assessWal({ ...facts, ...change })).toMatchObject({ state, matters })
  })

  it('has the limit of its version, or none if unknown', () => {
    const limitOf = (schemaVersion: number | null) => assessWal({ ...facts, schemaVersion }).limitBytes
    expect([limitOf(30), limitOf(26), limitOf(25), limitOf(6), limitOf(null)]).toEqual([
      64 * MIB,
      64 * MIB,
      null,
      null,
      null,
    ])
  })
})

const QUIET: SearchNotes = {
  storageVersion: null,
  optimiseOffered: false,
  stale: false,
  cjkStale: false,
  rebuilds: [],
  generation: null,
  lastVacuumMs: null,
}

describe('a full-text index', () => {
  const whole: SearchCheck = { index: 'messages_fts', sound: true, entries: 9, expected: 9 }
  const rebuild = { name: 'fts_rebuild', done: 3, upTo: 12 }
  const TRIGRAM = 'messages_fts_trigram'
  it.each<[Partial<SearchCheck>, FtsLayout, Partial<SearchNotes>, string]>([
    [{}, 'C', {}, 'sound'],
    [{ sound: null }, 'C', {}, 'unknown'],
    [{ entries: null, expected: null }, 'C', {}, 'unknown'],
    [{ entries: 8 }, 'C', {}, 'counts-differ'],
    [{}, 'mixed', {}, 'suspect'],
    [{ entries: 8 }, 'mixed', {}, 'counts-differ'],
    [{ entries: 0 }, 'C', { rebuilds: [rebuild] }, 'rebuilding'],
    [{}, 'C', { stale: true }, 'stale'],
    [{ sound: false }, 'C', { stale: true }, 'damaged'],
    [{ index: TRIGRAM, sound: null, isForeign: true }, 'B', {}, 'other-sqlite'],
    [{ index: TRIGRAM, sound: false, isForeign: false }, 'B', {}, 'damaged'],
    // Counts of 0.1.0, which did not ask whether another SQLite had written it.
    [{ index: TRIGRAM, sound: false }, 'B', {}, 'unknown'],
    [{ index: TRIGRAM, sound: false }, 'C', {}, 'damaged'],
    [{ index: 'messages_fts_cjk' }, 'C', { rebuilds: [rebuild] }, 'sound'],
    [{ index: 'messages_fts_cjk' }, 'C', { cjkStale: true }, 'stale'],
  ])('%j in layout %s with %j is %s', (check, layout, notes, verdict) => {
    const view = assessSearch(
      layout,
      { ...QUIET, ...notes },
      { search: [{ ...whole, ...check }], objects: [] },
    )
    expect(view.indexes?.[0]?.verdict).toBe(verdict)
  })

  it('that is being built states its progress', () => {
    expect(assessSearch('C', { ...QUIET, rebuilds: [rebuild] }, null)).toMatchObject({
      rebuild: { done: 3, upTo: 12, share: 0.25 },
      indexes: null,
    })
  })
})

const object = (name: string, bytes: number | null, more: Partial<DatabaseObject> = {}): DatabaseObject => ({
  name,
  kind: 'table',
  of: null,
  size: bytes === null ? null : { bytes, unusedBytes: bytes / 8, rows: 3 },
  ...more,
})

const count = (objects: readonly DatabaseObject[], usedBytes: number): DatabaseCount => ({
  atMs: NOW_MS - 60_000,
  tookMs: 12,
  signature: 's',
  usedBytes,
  objects,
  search: [],
  orphanUsage: null,
})

const known = (
  change: Partial<DatabaseViewInput> = {},
  counted: DatabaseCount | null = null,
): DatabaseViewInput => ({
  snapshot: aSnapshot(),
  notes: ok(QUIET),
  surroundings: { networkFileSystem: false, replicas: [] },
  refusals: [],
  counted: { count: counted, changed: false, state: 'idle', progress: null, fault: null },
  orphanMessages: null,
  ...change,
})

describe('the pages', () => {
  it('of all objects add up to the used pages, largest first', () => {
    const objects = [
      object('sessions', 8_000),
      object('messages_fts_data', 40_000, { kind: 'search', of: 'messages_fts' }),
      object('messages', 80_000),
    ]
    const view = buildDatabaseView(known({}, count(objects, 128_000)), NOW_MS)
    expect(view.tables?.map(({ name }) => name)).toEqual(['messages', 'messages_fts_data', 'sessions'])
    expect(view).toMatchObject({ ftsBytes: 40_000, ftsShare: 40_000 / 128_000 })
    expect(view.count).toMatchObject({ ageSeconds: 60, unmeasuredBytes: null })
  })

  it('of one object that is too large to read are the remainder', () => {
    const view = buildDatabaseView(
      known({}, count([object('messages', null), object('a', 1_000)], 9_000)),
      NOW_MS,
    )
    expect(view.tables?.[0]).toMatchObject({ name: 'messages', bytes: 8_000, measured: false, rows: null })
  })

  it('of two such objects are known only in total', () => {
    const objects = [
      object('messages', null),
      object('m_data', null, { kind: 'search', of: 'm' }),
      object('a', 1_000),
    ]
    const view = buildDatabaseView(known({}, count(objects, 9_000)), NOW_MS)
    expect(view.tables?.map(({ bytes }) => bytes)).toEqual([null, null, 1_000])
    expect(view.count.unmeasuredBytes).toBe(8_000)
    expect(view.ftsBytes).toBeNull()
  })

  it('are unknown if the database cannot be read, despite earlier measurements', () => {
    const snapshot = aSnapshot({ database: failed({ code: 'db-malformed', detail: 'x' }) })
    const view = buildDatabaseView(known({ snapshot }, count([object('a', 1)], 1)), NOW_MS)
    expect(view).toMatchObject({ fault: { code: 'db-malformed' }, usedBytes: null, tables: null, wal: null })
    expect(view.compaction).toMatchObject({ gainBytes: null, gainUpToBytes: null })
  })
})

describe('a compaction', () => {
  const compaction = (change: Partial<DatabaseViewInput>) =>
    buildDatabaseView(known(change), NOW_MS).compaction
  const withLiveness = (liveness: Partial<ReturnType<typeof aSnapshot>['liveness']>) => ({
    snapshot: aSnapshot({ liveness: { ...aSnapshot().liveness, ...liveness } }),
  })

  it('of an idle home with enough disk space is safe', () => {
    expect(compaction({})).toMatchObject({ safeNow: true, refusals: [], needsBytes: 2 * 4_096_000 })
  })

  it.each<[string, Partial<DatabaseViewInput>]>([
    ['held', withLiveness({ holders: [HERMES] })],
    ['holders-unknown', withLiveness({ holders: null })],
    ['gateway-running', withLiveness({ gatewayRunning: true })],
    ['gateway-unknown', withLiveness({ gatewayRunning: null })],
    ['network-file-system', { surroundings: { networkFileSystem: 'NFS', replicas: [] } }],
    ['replicated', { surroundings: { networkFileSystem: false, replicas: ['.state.db-litestream'] } }],
    ['search-rebuild', { notes: ok({ ...QUIET, rebuilds: [{ name: 'fts_rebuild', done: 0, upTo: 5 }] }) }],
    ['search-stale', { notes: ok({ ...QUIET, stale: true }) }],
    [
      'no-space',
      { snapshot: aSnapshot({ space: ok({ totalBytes: 9, freeBytes: 8_191_999, freeInodes: null }) }) },
    ],
    ['space-unknown', { snapshot: aSnapshot({ space: failed({ code: 'not-counted-yet' }) }) }],
    ['cjk-tokenizer', { refusals: [{ code: 'cjk-tokenizer', message: 'x' }] }],
  ])('is refused for %s alone', (code, change) => {
    expect(compaction(change)).toMatchObject({
      safeNow: false,
      refusals: [{ code, message: expect.any(String) }],
    })
  })

  it('is refused for two reasons if a process writes into a deleted file', () => {
    const lost = compaction(withLiveness({ holders: [{ ...HERMES, deletedInode: true }] }))
    expect(lost.refusals.map(({ code }) => code)).toEqual(['deleted-inode', 'held'])
  })

  it('is not refused because of Steward’s own reads', () => {
    expect(compaction(withLiveness({ holders: [{ ...HERMES, self: true }] })).safeNow).toBe(true)
  })

  it('recognizes a replication tool by its tables', () => {
    const database = ok({
      capabilities: someCapabilities({ tables: ['sessions', '_litestream_seq'] }),
      databaseBytes: 1,
      walBytes: 0,
      identity: '1:2',
    })
    expect(compaction({ snapshot: aSnapshot({ database }) }).refusals).toMatchObject([{ code: 'replicated' }])
  })

  it('frees the free pages for certain, and at most the whole pages of unused space', () => {
    const database = ok({
      capabilities: someCapabilities({ freePages: 10 }),
      databaseBytes: 1,
      walBytes: 0,
      identity: '1:2',
    })
    const counted = count([object('a', 80_000), object('b', 8_000), object('c', null)], 90_000)
    const view = buildDatabaseView(known({ snapshot: aSnapshot({ database }) }, counted), NOW_MS)
    expect(view.compaction).toMatchObject({
      gainBytes: 40_960,
      gainUpToBytes: 40_960 + 8_192,
      searchGainBytes: null,
    })
  })
})
