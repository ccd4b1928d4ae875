import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ok } from '../../../shared/result.ts'
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts'
import { aSession, aSnapshot, NOW_MS } from '../../../testing/factories.ts'
import { ANY, idsOf, queryTable, sessionTableOf } from '../../../testing/session-tables.ts'
import { assessHome } from '../../home/assess-home.ts'
import { foldConversations } from '../fold-conversations.ts'
import { COLUMNS, compareValues, SORT_KEYS } from './session-columns.ts'
import type { SessionFilter } from './session-filter.ts'
import { sessionPicks } from './session-picks.ts'
import { listSessions, type SessionPage, type SessionQuery } from './session-query.ts'
import { type TabulatedSessions, tabulateSessions } from './session-table.ts'

const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'cron_j_20260101_000000', '../x', 'ü\u0000']
const anyRow = fc.record({
  source: fc.constantFrom('cli', 'cron', 'telegram', 'subagent'),
  model: fc.constantFrom('m1', 'm2', null),
  title: fc.oneof(fc.constantFrom('Alpha', 'alpha', 'beta', null), fc.string()),
  parentId: fc.option(fc.constantFrom(...IDS, 'nobody')),
  delegateFrom: fc.constantFrom(null, null, 'a'),
  startedMs: fc.integer({ min: 0, max: 5 }).map((day) => NOW_MS - day * DAY_MS),
  endedMs: fc.constantFrom(null, NOW_MS),
  endReason: fc.constantFrom(null, 'compression', 'idle'),
  messages: fc.integer({ min: 0, max: 3 }),
  cacheReadTokens: fc.integer({ min: 0, max: 3 }),
  costUsd: fc.constantFrom(null, 0, 0.25, 2),
  pinned: fc.boolean(),
  archived: fc.boolean(),
})
const anyRows = fc
  .uniqueArray(fc.constantFrom(...IDS))
  .chain((ids) => fc.tuple(...ids.map((id) => anyRow.map((row) => aSession({ id, ...row })))))
const anyFiles = fc.dictionary(fc.constantFrom(...IDS), fc.integer({ min: 0, max: 2 }))
const bounds = fc.record({
  min: fc.option(fc.integer({ min: 0, max: 3 })),
  max: fc.option(fc.integer({ min: 0, max: 3 })),
})
const anyFilter: fc.Arbitrary<SessionFilter> = fc.record({
  q: fc.constantFrom(null, null, 'a', 'B', 'm1', 'zzz'),
  group: fc.constantFrom('all', 'people', 'automation'),
  source: fc.subarray(['cli', 'cron', 'subagent'], { maxLength: 2 }),
  state: fc.constantFrom([], ['live'], ['ended', 'leaked']),
  endReason: fc.subarray([null, 'idle'], { maxLength: 1 }),
  model: fc.subarray([null, 'm1'], { maxLength: 1 }),
  job: fc.constantFrom([], ['j'], [null]),
  idleMs: fc.record({ min: fc.constantFrom(null, DAY_MS), max: fc.constantFrom(null, 3 * DAY_MS) }),
  startedMs: fc.record({
    min: fc.constantFrom(null, NOW_MS - 2 * DAY_MS),
    max: fc.constantFrom(null, NOW_MS - DAY_MS),
  }),
  ranges: fc.record({ messages: bounds, bytes: bounds, costUsd: bounds }, { requiredKeys: [] }),
  pinned: fc.constantFrom(null, null, true, false),
  shelved: fc.constantFrom(null, null, true, false),
  protected: fc.constantFrom(null, null, true, false),
})
const anyQuery = fc.record({
  view: fc.constantFrom('rows', 'conversations'),
  filter: fc.oneof(fc.constant(ANY), anyFilter),
  sort: fc.constantFrom(...SORT_KEYS),
  order: fc.constantFrom('asc', 'desc'),
  limit: fc.integer({ min: 1, max: 5 }),
  cursor: fc.constant(null),
  offset: fc.constant(null),
}) satisfies fc.Arbitrary<SessionQuery>

const viewOf = (table: TabulatedSessions, { view }: SessionQuery) =>
  view === 'rows' ? table : foldConversations(table)

function pageThrough(table: TabulatedSessions, query: SessionQuery): string[] {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page: SessionPage = queryTable(table, { ...query, cursor })
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor !== null)
  return ids
}

describe('laws', () => {
  it('any range by number equals the same range by pages, and picks contain all matches', () => {
    fc.assert(
      fc.property(anyRows, anyFiles, anyQuery, fc.nat(12), (rows, files, query, offset) => {
        const table = viewOf(sessionTableOf(rows, new Map(Object.entries(files))), query)
        const all = pageThrough(table, query)
        const page = queryTable(table, { ...query, offset })
        expect(page.items.map(({ id }) => id)).toEqual(all.slice(offset, offset + query.limit))
        expect(page.total).toBe(all.length)
        expect(page.nextCursor === null).toBe(offset + query.limit >= all.length)
        const picks = sessionPicks(table, listSessions(table, query, NOW_MS))
        expect(picks.ids).toEqual(all)
        expect(picks.bytes?.reduce((sum, bytes) => sum + bytes, 0)).toBe(page.totals.bytes)
        expect(picks.protections.filter((code) => code !== null)).toHaveLength(page.totals.protected)
      }),
    )
  })

  it('paging returns exactly the filtered, sorted set, each session once', () => {
    fc.assert(
      fc.property(anyRows, anyFiles, anyQuery, (rows, files, query) => {
        const table = viewOf(sessionTableOf(rows, new Map(Object.entries(files))), query)
        const value = (id: string) =>
          COLUMNS[query.sort](
            table,
            table.sessions.findIndex((session) => session.id === id),
          )
        const matching = table.sessions
          .map(({ id }) => id)
          .filter((id) => queryTable(table, { ...query, limit: 500 }).items.some((item) => item.id === id))
        const sorted = matching.sort(
          (a, b) => compareValues(value(a), value(b), query.order) || (a < b ? -1 : 1),
        )
        expect(pageThrough(table, query)).toEqual(sorted)
        expect(queryTable(table, query).total).toBe(sorted.length)
      }),
      { numRuns: 500 },
    )
  })

  it('row order does not matter', () => {
    fc.assert(
      fc.property(anyRows, anyFiles, anyQuery, fc.infiniteStream(fc.nat()), (rows, files, query, dice) => {
        const shuffled = rows
          .map((row) => ({ row, at: dice.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ row }) => row)
        const bytes = new Map(Object.entries(files))
        expect(queryTable(viewOf(sessionTableOf(shuffled, bytes), query), query)).toEqual(
          queryTable(viewOf(sessionTableOf(rows, bytes), query), query),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('rows added between two pages neither hide nor repeat another row', () => {
    fc.assert(
      fc.property(anyRows, anyRow, anyQuery, (rows, added, query) => {
        const before = sessionTableOf(rows)
        const first = queryTable(before, { ...query, view: 'rows' })
        fc.pre(first.nextCursor !== null)
        const after = sessionTableOf([...rows, aSession({ ...added, id: 'new', parentId: null })])
        const rest = pageThroughFrom(after, { ...query, view: 'rows' }, first.nextCursor)
        const all = pageThrough(before, { ...query, view: 'rows' })
        expect([...first.items.map(({ id }) => id), ...rest.filter((id) => id !== 'new')]).toEqual(all)
      }),
      { numRuns: 500 },
    )
  })

  it('the conversation view loses no figure and shows no session twice', () => {
    fc.assert(
      fc.property(anyRows, anyFiles, (rows, files) => {
        const table = sessionTableOf(rows, new Map(Object.entries(files)))
        const folded = foldConversations(table)
        const { items, totals } = queryTable(folded, { view: 'conversations' })
        const { messages, cacheReadTokens, costUsd, bytes, messageBytes } = queryTable(table).totals
        expect(totals).toMatchObject({ messages, cacheReadTokens, costUsd, bytes, messageBytes })
        const ids = items.flatMap(({ id, members }) => [id, ...(members?.shown ?? []).map((each) => each.id)])
        expect(ids.sort()).toEqual(rows.map(({ id }) => id).sort())
      }),
      { numRuns: 500 },
    )
  })

  it('a table updated from an earlier one equals one built afresh', () => {
    fc.assert(
      fc.property(anyRows, anyQuery, fc.integer({ min: 0, max: 72 }), (rows, query, hours) => {
        const snapshot = aSnapshot({ rows: ok(rows) })
        const outside = { lastHourMs: () => 0, messageBytes: () => 7 }
        const before = tabulateSessions(assessHome(snapshot, NOW_MS, outside))
        const later = assessHome(snapshot, NOW_MS + hours * HOUR_MS, outside)
        const [kept, fresh] = [tabulateSessions(later, before), tabulateSessions(later)]
        if (kept === null || fresh === null) throw new Error('rows were given')
        expect(queryTable(viewOf(kept, query), query)).toEqual(queryTable(viewOf(fresh, query), query))
      }),
    )
  })

  it('an additional filter never matches more', () => {
    fc.assert(
      fc.property(anyRows, anyFilter, (rows, filter) => {
        const table = sessionTableOf(rows)
        const all = new Set(idsOf(table, { ...filter, q: null }))
        for (const id of idsOf(table, filter)) expect(all).toContain(id)
      }),
    )
  })
})

function pageThroughFrom(table: TabulatedSessions, query: SessionQuery, from: string | null): string[] {
  const ids: string[] = []
  for (let cursor = from; cursor !== null; ) {
    const page: SessionPage = queryTable(table, { ...query, cursor })
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  }
  return ids
}
