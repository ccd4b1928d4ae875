import { describe, expect, it } from 'vitest'
import { encodeCursor } from '../../../shared/cursor.ts'
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts'
import { anOpenSession, aSession, NOW_MS } from '../../../testing/factories.ts'
import { ANY, aQuery, idsOf, queryTable, sessionTableOf } from '../../../testing/session-tables.ts'
import { foldConversations } from '../fold-conversations.ts'
import type { SessionFilter } from './session-filter.ts'
import { querySessions, type SessionQuery } from './session-query.ts'
import type { TabulatedSessions } from './session-table.ts'

const HOME = sessionTableOf(
  [
    aSession({
      id: 'a',
      title: 'Tax Notes',
      messages: 600,
      costUsd: 2,
      inputTokens: 10,
      cacheReadTokens: 90,
    }),
    aSession({
      id: 'b',
      source: 'telegram',
      model: 'Big/One',
      messages: 5,
      archived: true,
      endReason: 'idle',
    }),
    aSession({ id: 'cron_job1_20261101_010101', source: 'cron', endReason: 'cron_complete', messages: 3 }),
    aSession({
      id: 'cron_gone_20261101_010101',
      source: 'cron',
      title: 'old-brief · Nov 01 01:01',
      messages: 0,
    }),
    anOpenSession({ id: 'live', startedMs: NOW_MS - HOUR_MS, model: null }),
    anOpenSession({ id: 'leaked', startedMs: NOW_MS - 40 * DAY_MS }),
    aSession({ id: 'pinned', pinned: true, lastMessageMs: NOW_MS - 2 * DAY_MS }),
  ],
  new Map([
    ['a', 8_192],
    ['b', 4_096],
  ]),
)

describe('filters', () => {
  it.each<[string, Partial<SessionFilter>, string[]]>([
    ['words in a title, ignoring case', { q: 'tAx n' }, ['a']],
    ['words in a model', { q: 'big/' }, ['b']],
    ['words in an id', { q: 'JOB1' }, ['cron_job1_20261101_010101']],
    ['words in a source', { q: 'telegr' }, ['b']],
    ['text that matches nothing', { q: '%' }, []],
    [
      'several sources',
      { source: ['telegram', 'cron'] },
      ['b', 'cron_gone_20261101_010101', 'cron_job1_20261101_010101'],
    ],
    ['a state', { state: ['leaked'] }, ['leaked']],
    ['no end reason', { endReason: [null] }, ['leaked', 'live']],
    ['no model', { model: [null] }, ['live']],
    ['a job', { job: ['gone'] }, ['cron_gone_20261101_010101']],
    ['automation', { group: 'automation' }, ['cron_gone_20261101_010101', 'cron_job1_20261101_010101']],
    ['people who are open', { group: 'people', state: ['live', 'leaked'] }, ['leaked', 'live']],
    [
      'idle for at least two days and less than three',
      { idleMs: { min: 2 * DAY_MS, max: 3 * DAY_MS } },
      ['pinned'],
    ],
    ['idle for less than two days', { idleMs: { min: null, max: 2 * DAY_MS } }, ['live']],
    ['started within the last day', { startedMs: { min: NOW_MS - DAY_MS, max: NOW_MS } }, ['live']],
    [
      'started in exactly one millisecond',
      { startedMs: { min: NOW_MS - 40 * DAY_MS, max: NOW_MS - 40 * DAY_MS + 1 } },
      ['leaked'],
    ],
    ['started before it', { startedMs: { min: null, max: NOW_MS - 40 * DAY_MS } }, []],
    ['many messages', { ranges: { messages: { min: 5, max: null } } }, ['a', 'b']],
    ['a price, which unpriced ones are not within', { ranges: { costUsd: { min: null, max: 5 } } }, ['a']],
    ['bytes on disk', { ranges: { bytes: { min: 4_096, max: 4_096 } } }, ['b']],
    ['all tokens together', { ranges: { tokens: { min: 100, max: 100 } } }, ['a']],
    ['archived in Hermes', { shelved: true }, ['b']],
    ['pinned', { pinned: true }, ['pinned']],
    ['protected', { protected: true }, ['live', 'pinned']],
  ])('%s', (_, filter, ids) => {
    expect(idsOf(HOME, filter)).toEqual(ids)
  })

  it('unknown bytes match no range and are null, never zero', () => {
    const table: TabulatedSessions = { ...HOME, fileBytes: null, files: null, messageBytes: null }
    expect(idsOf(table, { ranges: { bytes: { min: 0, max: null } } })).toEqual([])
    const { items, totals } = queryTable(table)
    expect(items[0]).toMatchObject({ bytes: null, files: null, messageBytes: null, totalBytes: null })
    expect(totals).toMatchObject({ bytes: null, files: null, messageBytes: null })
  })
})

it('an item has every field its line shows', () => {
  expect(queryTable(HOME, { filter: { ...ANY, q: 'job1' } }).items).toEqual([
    {
      id: 'cron_job1_20261101_010101',
      source: 'cron',
      group: 'automation',
      title: null,
      model: 'lab/none',
      job: { id: 'job1', name: 'inbox-triage' },
      state: 'ended',
      startedAt: '2026-10-16T14:32:00.000Z',
      endedAt: '2026-10-16T15:32:00.000Z',
      endReason: 'cron_complete',
      lastActiveAt: '2026-10-16T14:32:00.000Z',
      messages: 3,
      toolCalls: 0,
      apiCalls: 0,
      inputTokens: 0,
      outputTokens: 0,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      tokens: 0,
      costUsd: null,
      costStatus: null,
      bytes: 0,
      files: 0,
      messageBytes: 2_500,
      totalBytes: 2_500,
      pinned: false,
      shelved: false,
      protections: [],
      lineage: null,
      members: null,
    },
  ])
})

it('a facet is counted under every filter except its own, and names jobs', () => {
  const { facets, total, of, totals } = queryTable(HOME, {
    filter: { ...ANY, source: ['cron'], state: ['ended'] },
  })
  expect({ total, of }).toEqual({ total: 2, of: 7 })
  expect(totals.messages).toBe(3)
  expect(facets?.source.values).toEqual([
    { value: 'cli', label: 'cli', count: 2 },
    { value: 'cron', label: 'cron', count: 2 },
    { value: 'telegram', label: 'telegram', count: 1 },
  ])
  expect(facets?.state.values).toEqual([{ value: 'ended', label: 'ended', count: 2 }])
  expect(facets?.job.values).toEqual([
    { value: 'gone', label: 'old-brief', count: 1 },
    { value: 'job1', label: 'inbox-triage', count: 1 },
  ])
  expect(facets?.group.values).toEqual([{ value: 'automation', label: 'automation', count: 2 }])
})

it('a facet with many values shows the most frequent and counts the others', () => {
  const rows = Array.from({ length: 150 }, (_, index) =>
    aSession({ id: `s${index}`, source: `source${index}` }),
  )
  const { facets } = queryTable(sessionTableOf([...rows, aSession({ id: 'twice', source: 'source7' })]))
  expect(facets?.source.values).toHaveLength(100)
  expect(facets?.source.values[0]).toEqual({ value: 'source7', label: 'source7', count: 2 })
  expect(facets?.source.more).toBe(50)
})

describe('cursors', () => {
  const first = queryTable(HOME, { limit: 2 })
  it.each<[string, string, Partial<SessionQuery>]>([
    ['words', 'hello', {}],
    ['another order', first.nextCursor ?? '', { order: 'asc' }],
    ['another column', first.nextCursor ?? '', { sort: 'messages' }],
    ['another view', first.nextCursor ?? '', { view: 'conversations' }],
    ['text instead of a number', encodeCursor(['rows', 'startedAt', 'desc', 'x', 'a']), {}],
    ['a number instead of an id', encodeCursor(['rows', 'startedAt', 'desc', 1, 2]), {}],
    ['too few parts', encodeCursor(['rows', 'startedAt', 'desc', 1]), {}],
    ['something appended', `${first.nextCursor}A`, {}],
  ])('%s is bad input', (_, cursor, query) => {
    const page = querySessions(HOME, aQuery({ ...query, cursor }), NOW_MS)
    expect(page).toMatchObject({ ok: false, fault: { code: 'bad-input' } })
  })

  it('facets come with the first page only', () => {
    expect(first.facets).not.toBeNull()
    expect(queryTable(HOME, { limit: 2, cursor: first.nextCursor }).facets).toBeNull()
  })
})

it('search includes the job name, which is the label of an untitled run', () => {
  expect(idsOf(HOME, { q: 'Inbox-TRI' })).toEqual(['cron_job1_20261101_010101'])
  expect(idsOf(HOME, { q: 'old-brief' })).toEqual(['cron_gone_20261101_010101'])
})

describe('a conversation is found by any of its sessions', () => {
  const run = 'cron_job1_20261101_000000'
  const folded = foldConversations(
    sessionTableOf([
      aSession({ id: 'talk', model: 'm1' }),
      anOpenSession({ id: 'agent', parentId: 'talk', delegateFrom: 'talk', source: 'subagent', model: 'm2' }),
      aSession({ id: run, source: 'cron', endReason: 'compression' }),
      aSession({ id: 'rest', source: 'cron', parentId: run, startedMs: NOW_MS - HOUR_MS }),
    ]),
  )

  it('a leak within an ended conversation counts as a leak, and a chat stays a person’s', () => {
    expect(idsOf(folded, { state: ['leaked'] })).toEqual(['talk'])
    expect(idsOf(folded, { state: ['ended'] })).toEqual(['rest'])
    expect(idsOf(folded, { source: ['subagent'] })).toEqual(['talk'])
    expect(idsOf(folded, { model: ['m2'] })).toEqual(['talk'])
    expect(idsOf(folded, { group: 'people' })).toEqual(['talk'])
    expect(queryTable(folded).items.find(({ id }) => id === 'talk')).toMatchObject({
      state: 'leaked',
      source: 'cli',
    })
  })

  it('continuations of a run belong to its job', () => {
    expect(idsOf(folded, { job: ['job1'] })).toEqual(['rest'])
    expect(idsOf(folded, { job: [null] })).toEqual(['talk'])
    expect(queryTable(folded).items.find(({ id }) => id === 'rest')?.job).toEqual({
      id: 'job1',
      name: 'inbox-triage',
    })
  })
})
