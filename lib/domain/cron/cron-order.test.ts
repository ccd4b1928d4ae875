import { describe, expect, it } from 'vitest'
import { ok } from '../../shared/result.ts'
import { aSession, aSnapshot, NOW_MS } from '../../testing/factories.ts'
import { assessHome } from '../home/assess-home.ts'
import { cronLedger } from './cron-ledger.ts'
import { LEDGER_SORTS, sortLedger } from './cron-order.ts'

const run = (job: string, minute: number, costUsd: number | null) =>
  aSession({
    id: `cron_${job}_20261101_10${minute}000`,
    source: 'cron',
    inputTokens: job === 'b' ? 9 : 1,
    costUsd,
  })

const rows = [run('a', 1, null), run('b', 2, 2), run('b', 3, 1), run('c', 4, 5)]
const { jobs } = cronLedger(
  assessHome(aSnapshot({ rows: ok(rows) }), NOW_MS, { lastHourMs: () => 0, messageBytes: () => 10 }),
  NOW_MS,
)
const order = (sort: (typeof LEDGER_SORTS)[number], way: 'asc' | 'desc') =>
  sortLedger(jobs ?? [], { sort, order: way })
    .map(({ id }) => id)
    .join('')

describe('the ledger', () => {
  it.each([
    ['sessions', 'desc', 'bac'],
    ['sessions', 'asc', 'acb'],
    ['name', 'asc', 'abc'],
    ['input', 'desc', 'bac'],
    ['costUsd', 'desc', 'cba'],
    ['costUsd', 'asc', 'bca'],
  ] as const)('by %s, %s, unknown last', (sort, way, expected) => {
    expect(order(sort, way)).toBe(expected)
  })

  it('keeps every job, whatever it is sorted by', () => {
    for (const sort of LEDGER_SORTS)
      for (const way of ['asc', 'desc'] as const) expect([...order(sort, way)].sort().join('')).toBe('abc')
  })
})
