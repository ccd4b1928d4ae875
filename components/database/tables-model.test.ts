import { expect, it } from 'vitest'
import type { CountView, DatabaseView, TableView } from '@/lib/domain/database/database-view'
import { tableRows } from './tables-model'
import { countWords, searchSizeWords, tablesTitle } from './words'

const COUNT: CountView = {
  state: 'idle',
  countedAt: '2026-11-15T14:00:00.000Z',
  ageSeconds: 120,
  tookMs: 431,
  changedSince: false,
  progress: null,
  unmeasuredBytes: null,
  fault: null,
}

it.each([
  [{}, 'Counted 2 min ago in 431 ms, nothing was written since.'],
  [{ tookMs: 2_400, changedSince: true }, 'Counted 2 min ago in 2 s; Hermes has written since.'],
  [
    { state: 'counting', progress: { done: 3, total: 40, name: 'messages' } },
    'Counted 2 min ago in 431 ms, nothing was written since. Counting now: 3 of 40 objects, at messages.',
  ],
  [
    { countedAt: null, ageSeconds: null, tookMs: null, state: 'waiting' },
    'Not counted so far. Waiting for another home’s count to end.',
  ],
  [
    { fault: { code: 'db-locked', message: 'It is locked.' } },
    'Counted 2 min ago in 431 ms, nothing was written since. The last try gave nothing: It is locked.',
  ],
] as const)('a measurement states its age and progress: %j', (change, words) => {
  expect(countWords({ ...COUNT, ...change })).toBe(words)
})

it('an unmeasured object is unknown, and a computed remainder is labeled as such', () => {
  const table = { kind: 'table', of: null, share: null, rows: null, unusedBytes: null } as const
  const rows = tableRows([
    { ...table, name: 'messages', bytes: 40, measured: false },
    { ...table, name: 'big\u001b', bytes: null, measured: false },
    { ...table, name: 'by_time', kind: 'index', of: 'messages', bytes: 10, measured: true, rows: 1_200 },
  ])
  expect(rows.map(({ name, what, bytes, bar, rows: count }) => [name, what, bytes, bar, count])).toEqual([
    ['messages', 'table; not read, but what the others leave', '40 B', 1, 'unknown'],
    ['big␛', 'table; too large to read beside Hermes', 'unknown', 0, 'unknown'],
    ['by_time', 'index, of messages', '10 B', 0.25, '1,200'],
  ])
})

const TABLE: TableView = {
  name: 'messages',
  kind: 'table',
  of: null,
  bytes: 60,
  share: 0.6,
  rows: null,
  unusedBytes: null,
  measured: true,
}

it.each([
  [TABLE, 'messages takes 60 % of the pages in use, the full-text index 30 %'],
  [{ ...TABLE, share: null }, 'messages takes 60 B, most of what was read'],
  [
    { ...TABLE, bytes: null, share: null, measured: false },
    'How much messages takes is unknown: it is too large to read beside Hermes',
  ],
])('the title states only what was measured: %j', (table, title) => {
  const view: Pick<DatabaseView, 'tables' | 'kinds' | 'ftsShare'> = {
    tables: [table],
    kinds: [],
    ftsShare: 0.3,
  }
  expect(tablesTitle(view)).toBe(title)
})

it.each([
  [{ ftsBytes: null, ftsShare: null, tables: null }, 'Not counted yet.'],
  [{ ftsBytes: null, ftsShare: null, tables: [TABLE] }, 'Part of it is too large to read beside Hermes.'],
  [{ ftsBytes: 30, ftsShare: 0.3, tables: [TABLE] }, '30 % of the pages in use'],
])('size of the full-text index: %j', (size, words) => {
  expect(searchSizeWords(size)).toBe(words)
})
