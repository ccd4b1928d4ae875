import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../shared/result.ts'
import { DAY_MS } from '../../shared/time.ts'
import { aCheckpoint, aFile, aSession, aSnapshot, NOW_MS, someCapabilities } from '../../testing/factories.ts'
import type { DatabaseCount, ObjectKind } from '../database/database-count.ts'
import { assessHome } from '../home/assess-home.ts'
import type { HomeSnapshot } from '../home/snapshot.ts'
import { STORAGE_CLASSES, type StorageClass } from './storage.ts'
import { storageReport } from './storage-report.ts'
import { CLASS_WORDS } from './words.ts'

const census = (bytes: Partial<Record<StorageClass, number>>) =>
  ok({
    classes: STORAGE_CLASSES.map((id) => ({ id, bytes: bytes[id] ?? 0, apparentBytes: 0, files: 1 })),
    countedAtMs: NOW_MS,
    tookMs: 12.4,
    reused: 0,
    walked: 1,
    unread: [],
  })

function report(parts: Partial<HomeSnapshot>, databaseCount: DatabaseCount | null = null) {
  const home = assessHome(aSnapshot(parts), NOW_MS, { lastHourMs: () => 0, messageBytes: () => 0 })
  const memory = { storage: [], history: [] }
  return storageReport(home, { memory, lastAutoPruneMs: null, databaseCount }, NOW_MS)
}

describe('a class', () => {
  it('has actions, or a reason why it is never touched, or is the trash, which is emptied', () => {
    for (const id of STORAGE_CLASSES)
      expect(CLASS_WORDS[id].actions.length > 0 || id === 'trash').toBe(CLASS_WORDS[id].whyNever === null)
  })

  it('the trash is part of the home, is not offered to a cleanup, and is not said to be protected', () => {
    const { classes, homeBytes, reclaimableBytes, canGo, treemap } = report({
      storage: census({ trash: 5_000, logs: 1_000, unknown: 20 }),
    })
    expect({ homeBytes, reclaimableBytes, canGo }).toEqual({
      homeBytes: 6_020,
      reclaimableBytes: 0,
      canGo: [],
    })
    expect(classes.find(({ id }) => id === 'trash')).toMatchObject({
      label: 'Trash',
      bytes: 5_000,
      reclaimableBytes: 0,
      touched: true,
      whyNever: null,
    })
    expect(treemap[0]).toMatchObject({
      id: 'trash',
      touched: true,
      parts: [{ bytes: 5_000, offered: true, path: '.steward-trash' }],
    })
  })

  it('lists the actions that would free it, and what the operator has to remove', () => {
    const orphan = aCheckpoint({ workdirSeen: 'proven-gone', exclusiveBytes: 700, bytes: 700 })
    const damaged = { kind: 'damaged-copy', name: 'state.db.malformed-backup-1', modifiedMs: 0 } as const
    const { classes, canGo } = report({
      storage: census({ checkpoints: 1_000, snapshots: 500, 'request-dumps': 300 }),
      checkpoints: ok({
        items: [orphan],
        temporaryPacks: { count: 0, bytes: 0, newestMs: null },
        freshLocks: 0,
      }),
      notable: [{ ...damaged, bytes: 500, apparentBytes: 1, files: 1 }],
      rows: ok([aSession({ id: 'x' })]),
      sessionFiles: ok({
        files: [aFile({ kind: 'request-dump', sessionId: 'x', bytes: 300, modifiedMs: NOW_MS - 9 * DAY_MS })],
        irregular: 0,
        countedAtMs: NOW_MS,
      }),
    })
    const of = (id: StorageClass) => classes.find((usage) => usage.id === id)
    expect(of('checkpoints')?.reclaimable).toEqual([
      { finding: 'orphan-checkpoints', action: 'checkpoints', frees: 'now', bytes: 700 },
    ])
    expect(of('snapshots')?.reclaimable).toMatchObject([{ action: null, bytes: 500 }])
    expect(of('request-dumps')).toMatchObject({ touched: true, reclaimableBytes: 300 })
    expect(of('yours')).toMatchObject({ touched: false, reclaimable: [] })
    expect(
      canGo.map(({ finding, action, bytes, classes: from }) => [finding, action, bytes, from[0]?.id]),
    ).toEqual([
      ['orphan-checkpoints', 'checkpoints', 700, 'checkpoints'],
      ['damaged-copies', null, 500, 'snapshots'],
      ['old-request-dumps', 'prune-files', 300, 'request-dumps'],
    ])
  })
})

describe('the treemap', () => {
  it('splits checkpoints by state and the database by pages', () => {
    const facts = { capabilities: someCapabilities({ pageCount: 10, freePages: 4, pageSizeBytes: 100 }) }
    const { treemap } = report({
      storage: census({ checkpoints: 900, 'state-db': 1_000 }),
      database: ok({ ...facts, databaseBytes: 1_000, walBytes: 0, identity: '1:1' }),
      checkpoints: ok({
        items: [
          aCheckpoint({ id: 'a', workdirSeen: 'proven-gone', bytes: 400, exclusiveBytes: 400 }),
          aCheckpoint({ id: 'b', workdirSeen: 'unproven', bytes: 200, exclusiveBytes: 200 }),
        ],
        temporaryPacks: { count: 1, bytes: 50, newestMs: NOW_MS },
        freshLocks: 0,
      }),
    })
    const parts = (id: StorageClass) =>
      Object.fromEntries(
        treemap.find((each) => each.id === id)?.parts.map((part) => [part.id, part.bytes]) ?? [],
      )
    expect(parts('state-db')).toEqual({ used: 600, free: 400 })
    expect(parts('checkpoints')).toEqual({ orphan: 400, unreachable: 200, 'temporary-packs': 50, rest: 250 })
  })

  it('shows the full-text index and the messages as last measured', () => {
    const facts = { capabilities: someCapabilities({ pageCount: 10, freePages: 1, pageSizeBytes: 100 }) }
    const object = (name: string, kind: ObjectKind, of: string | null, bytes: number) => ({
      name,
      kind,
      of,
      size: { bytes, unusedBytes: 0, rows: 1 },
    })
    const count: DatabaseCount = {
      atMs: NOW_MS,
      tookMs: 1,
      signature: '',
      usedBytes: 900,
      objects: [
        object('messages_fts_data', 'search', 'messages_fts', 500),
        object('messages', 'table', null, 200),
        object('messages_by_session', 'index', 'messages', 50),
        object('sessions', 'table', null, 150),
      ],
      search: [],
      orphanUsage: null,
    }
    const parts = {
      storage: census({ 'state-db': 1_000 }),
      database: ok({ ...facts, databaseBytes: 1_000, walBytes: 0, identity: '1:1' }),
    }
    const sizes = (report(parts, count).treemap[0]?.parts ?? []).map(({ id, bytes }) => [id, bytes])
    expect(sizes).toEqual([
      ['search', 500],
      ['messages', 250],
      ['used', 150],
      ['free', 100],
    ])
    expect(report(parts, count).databaseCountedAt).toBe(new Date(NOW_MS).toISOString())
    expect(report(parts).treemap[0]?.parts.map(({ id }) => id)).toEqual(['used', 'free'])
  })

  it('marks every part that is never offered', () => {
    const { treemap } = report({
      storage: census({ checkpoints: 700, yours: 10, logs: 10 }),
      checkpoints: ok({
        items: [
          aCheckpoint({ id: 'a', workdirSeen: 'proven-gone', bytes: 400, exclusiveBytes: 400 }),
          aCheckpoint({ id: 'b', workdirSeen: 'unproven', bytes: 200, exclusiveBytes: 200 }),
          aCheckpoint({ id: 'c', bytes: 100, exclusiveBytes: 100, lastTouchedMs: NOW_MS }),
        ],
        temporaryPacks: { count: 0, bytes: 0, newestMs: null },
        freshLocks: 0,
      }),
    })
    const offered = treemap.flatMap(({ id, parts }) => parts.map((part) => [id, part.id, part.offered]))
    expect(offered).toEqual([
      ['checkpoints', 'orphan', true],
      ['checkpoints', 'unreachable', false],
      ['checkpoints', 'live', false],
      ['logs', 'rest', false],
      ['yours', 'rest', false],
    ])
  })

  it('by length, divides a class only if the length of every part is known', () => {
    const lengths = ok({
      classes: [
        { id: 'logs' as const, bytes: 4_096, apparentBytes: 300, files: 2 },
        { id: 'cron-output' as const, bytes: 4_096, apparentBytes: 50, files: 1 },
      ],
      countedAtMs: NOW_MS,
      tookMs: 1,
      reused: 0,
      walked: 1,
      unread: [],
    })
    const { treemapApparent } = report({
      storage: lengths,
      cronOutputs: ok([{ jobId: 'j', files: 1, bytes: 4_096, oldestMs: null, newestMs: null }]),
      breakdown: ok({
        files: [],
        folders: [],
        tops: [{ name: 'logs', class: 'logs', bytes: 4_096, apparentBytes: 300, files: 2 }],
        checkpointStoreBytes: null,
      }),
    })
    expect(treemapApparent.map(({ id, bytes, parts }) => [id, bytes, parts.map((part) => part.id)])).toEqual([
      ['logs', 300, ['logs']],
      ['cron-output', 50, ['rest']],
    ])
  })

  it('always adds up to its classes, even if measurements disagree', () => {
    const amount = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(
        fc.array(amount, { minLength: 11, maxLength: 11 }),
        fc.array(amount, { maxLength: 20 }),
        (sizes, parts) => {
          const { treemap, homeBytes } = report({
            storage: census(Object.fromEntries(STORAGE_CLASSES.map((id, at) => [id, sizes[at] ?? 0]))),
            cronOutputs: ok(
              parts.map((bytes, at) => ({
                jobId: `j${at}`,
                files: 1,
                bytes,
                oldestMs: null,
                newestMs: null,
              })),
            ),
            breakdown: ok({
              files: [],
              folders: [],
              tops: parts.map((bytes, at) => ({
                name: `t${at}`,
                class: 'logs',
                bytes,
                apparentBytes: 0,
                files: 1,
              })),
              checkpointStoreBytes: parts[0] ?? null,
            }),
          })
          expect(treemap.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(homeBytes)
          for (const { bytes, parts: inner } of treemap) {
            expect(inner.reduce((sum, part) => sum + part.bytes, 0)).toBe(bytes)
            expect(inner.every((part) => part.bytes > 0)).toBe(true)
          }
        },
      ),
    )
  })
})

it('values that could not be read are unknown, never zero', () => {
  const gone = failed({ code: 'home-missing', path: '/x' } as const)
  expect(report({ storage: gone, breakdown: gone, space: gone, database: gone, rows: gone })).toMatchObject({
    homeBytes: null,
    files: null,
    freeBytes: null,
    elsewhereBytes: null,
    largestFiles: null,
    largestFolders: null,
    autoPrune: { state: 'unknown', selects: null },
    forecast: { daysToFull: null, confidence: 'none' },
  })
})
