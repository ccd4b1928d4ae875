import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../shared/result.ts'
import { DAY_MS } from '../../shared/time.ts'
import {
  anOpenSession,
  aRoute,
  aSession,
  NOW_MS,
  noClaims,
  someCapabilities,
} from '../../testing/factories.ts'
import { findingOf, overviewOf } from '../../testing/overview-of.ts'

describe('findings about the database', () => {
  it('old sessions are ended, unprotected and idle beyond the retention; one live part keeps its conversation', () => {
    const rows = [
      aSession({ id: 'old', startedMs: NOW_MS - 200 * DAY_MS }),
      aSession({ id: 'pinned', startedMs: NOW_MS - 200 * DAY_MS, pinned: true }),
      aSession({ id: 'archived', startedMs: NOW_MS - 200 * DAY_MS, archived: true }),
      aSession({ id: 'routed', startedMs: NOW_MS - 200 * DAY_MS }),
      aSession({ id: 'head', startedMs: NOW_MS - 200 * DAY_MS, endReason: 'compression' }),
      aSession({ id: 'tip', parentId: 'head', startedMs: NOW_MS - 2 * DAY_MS }),
    ]
    const claims = ok(noClaims({ routes: new Map([['routed', 'k']]) }))
    expect(findingOf({ rows: ok(rows), claims }, 'old-sessions')).toMatchObject({
      count: 1,
      examples: [{ label: 'old' }],
    })
  })

  it('closing leaked sessions frees nothing by itself', () => {
    const rows = [anOpenSession({ id: 'leak', startedMs: NOW_MS - 9 * DAY_MS })]
    expect(findingOf({ rows: ok(rows) }, 'leaked-sessions')).toMatchObject({
      count: 1,
      bytes: 0,
      frees: 'nothing-yet',
      action: 'close-leaked',
    })
  })

  it('free pages are offered only when they are worth stopping Hermes for', () => {
    const database = (freePages: number) =>
      ok({
        capabilities: someCapabilities({ freePages }),
        databaseBytes: 4_096_000,
        walBytes: 0,
        identity: '1:1',
      })
    expect(findingOf({ database: database(400) }, 'free-pages')).toMatchObject({
      bytes: 1_638_400,
      frees: 'after-compaction',
    })
    expect(findingOf({ database: database(10) }, 'free-pages')).toBeUndefined()
  })

  it('expired and dangling routes are reported with the cost of a restart', () => {
    const routing = ok({
      primary: 'file',
      entries: [
        aRoute({ key: 'k1', sessionId: 'a', updatedMs: NOW_MS - 9 * DAY_MS }),
        aRoute({ key: 'k2', sessionId: 'gone' }),
      ],
    } as const)
    const database = ok({
      capabilities: someCapabilities({ schemaVersion: 6 }),
      databaseBytes: 1,
      walBytes: 0,
      identity: '1:1',
    })
    const found = findingOf({ routing, database, rows: ok([aSession({ id: 'a' })]) }, 'expired-routes')
    expect(found).toMatchObject({ count: 2, frees: 'nothing-yet' })
    expect(found?.detail).toContain('flush 1 of them')
  })

  it('a damaged copy counts as reclaimable only while the current database can be read', () => {
    const notable = [
      {
        kind: 'damaged-copy',
        name: 'state.db.malformed-backup-1',
        bytes: 900,
        apparentBytes: 900,
        files: 1,
        modifiedMs: NOW_MS,
      } as const,
    ]
    const classes = [{ id: 'snapshots', bytes: 1_000, apparentBytes: 1_000, files: 1 } as const]
    const storage = ok({ classes, countedAtMs: NOW_MS, tookMs: 1, reused: 0, walked: 1, unread: [] })
    expect(overviewOf({ notable, storage }).disk.reclaimableBytes).toBe(900)
    expect(
      overviewOf({ notable, storage, database: failed({ code: 'db-zeroed' }) }).disk.reclaimableBytes,
    ).toBe(0)
  })
})
