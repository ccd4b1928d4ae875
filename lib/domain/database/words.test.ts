import { expect, it } from 'vitest'
import { failed, ok } from '../../shared/result.ts'
import { aSnapshot, NOW_MS, someCapabilities } from '../../testing/factories.ts'
import type { Holder } from '../home/home.ts'
import type { HomeSnapshot } from '../home/snapshot.ts'
import { buildDatabaseView } from './build-database-view.ts'
import type { DatabaseCount } from './database-count.ts'
import { databaseHeadline } from './words.ts'

const HOLDER: Holder = { pid: 7, command: 'hermes', startedMs: null, deletedInode: false, self: false }

function viewOf(freePages: number, more: Partial<HomeSnapshot> = {}, unusedBytes: number | null = null) {
  const capabilities = someCapabilities({ pageCount: 1_000, freePages })
  const database = ok({ capabilities, databaseBytes: 4_096_000, walBytes: 0, identity: '1:2' })
  const count: DatabaseCount = {
    atMs: NOW_MS,
    tookMs: 1,
    signature: '',
    usedBytes: 4_096_000,
    objects: [
      {
        name: 'messages',
        kind: 'table',
        of: null,
        size: { bytes: 3_000_000, unusedBytes: unusedBytes ?? 0, rows: 9 },
      },
      { name: 'by_time', kind: 'index', of: 'messages', size: { bytes: 500_000, unusedBytes: 0, rows: 9 } },
      { name: 'sessions', kind: 'table', of: null, size: { bytes: 100_000, unusedBytes: 0, rows: 9 } },
    ],
    search: [],
    orphanUsage: null,
  }
  const space = ok({ totalBytes: 9e9, freeBytes: 8e9, freeInodes: null })
  return buildDatabaseView(
    {
      snapshot: aSnapshot({ database, space, ...more }),
      notes: ok({
        storageVersion: null,
        optimiseOffered: false,
        stale: false,
        cjkStale: false,
        rebuilds: [],
        generation: null,
        lastVacuumMs: null,
      }),
      surroundings: { networkFileSystem: false, replicas: [] },
      refusals: [],
      counted: {
        count: unusedBytes === null ? null : count,
        changed: false,
        state: 'idle',
        progress: null,
        fault: null,
      },
      orphanMessages: null,
    },
    NOW_MS,
  )
}
const titleOf = (view: ReturnType<typeof viewOf>) => databaseHeadline(view).title

it('states the minimum and maximum a compaction would free, and whether it is safe', () => {
  expect(titleOf(viewOf(500))).toBe('state.db would shrink by 2.05 MB of 4.10 MB, and it is safe now')
  expect(titleOf(viewOf(500, {}, 1_000_000))).toBe(
    'state.db would shrink by 2.05 MB to 3.05 MB of 4.10 MB, and it is safe now',
  )
  expect(titleOf(viewOf(0, {}, 1_100_000))).toBe(
    'state.db would shrink by at most 1.10 MB of 4.10 MB, and it is safe now',
  )
  const held = { liveness: { gatewayRunning: false, gatewayPid: null, servedBy: null, holders: [HOLDER] } }
  expect(titleOf(viewOf(500, held))).toBe('state.db would shrink by 2.05 MB of 4.10 MB, but not safely now')
})

it('a small gain is called too little', () => {
  expect(titleOf(viewOf(3, {}, 0))).toBe('state.db would hardly shrink: 4.10 MB, 12.3 KB of it free')
  expect(titleOf(viewOf(90, {}, 0))).toBe(
    'state.db would shrink by 369 KB of 4.10 MB, too little to stop Hermes for',
  )
})

it('a database that cannot be read states why', () => {
  expect(titleOf(viewOf(0, { database: failed({ code: 'db-missing' }) }))).toBe('No state.db in this home')
})

it('adds the objects up by kind, largest first', () => {
  expect(viewOf(0, {}, 0).kinds).toEqual([
    { kind: 'table', objects: 2, bytes: 3_100_000, share: 3_100_000 / 4_096_000 },
    { kind: 'index', objects: 1, bytes: 500_000, share: 500_000 / 4_096_000 },
  ])
})
