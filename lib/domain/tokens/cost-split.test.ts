import fc from 'fast-check'
import { expect, it } from 'vitest'
import { COST_STATUSES, type CostedRow, splitCosts, sumCosts } from './cost-split.ts'

const lineOf = (row: CostedRow) => splitCosts([row]).find(({ sessions }) => sessions === 1)

it.each<[CostedRow, string, number | null]>([
  [{ costUsd: 1.5, costStatus: 'actual' }, 'actual', 1.5],
  [{ costUsd: 0.2, costStatus: 'estimated' }, 'estimated', 0.2],
  [{ costUsd: 0, costStatus: 'estimated' }, 'estimated', 0],
  [{ costUsd: null, costStatus: 'estimated' }, 'unknown', null],
  [{ costUsd: 0, costStatus: 'included' }, 'included', 0],
  [{ costUsd: null, costStatus: 'included' }, 'included', null],
  [{ costUsd: 0, costStatus: 'unknown' }, 'unknown', null],
  [{ costUsd: 0.4, costStatus: 'unknown' }, 'unknown', 0.4],
  [{ costUsd: 0, costStatus: 'a word of tomorrow' }, 'unknown', null],
  [{ costUsd: 0, costStatus: null }, 'none', null],
  [{ costUsd: null, costStatus: '' }, 'none', null],
  [{ costUsd: 0.7, costStatus: null }, 'estimated', 0.7],
])('%j counts as %s with %s', (row, status, usd) => {
  expect(lineOf(row)).toEqual({ status, sessions: 1, usd })
})

const row = fc.record({
  costUsd: fc.option(fc.constantFrom(0, 0.25, 1, 8), { nil: null }),
  costStatus: fc.option(fc.constantFrom('actual', 'estimated', 'included', 'unknown', '', 'other'), {
    nil: null,
  }),
})

it('every row has exactly one status, and the lines add up to the sum', () => {
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const lines = splitCosts(rows)
      expect(lines.map(({ status }) => status)).toEqual(COST_STATUSES)
      expect(lines.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(rows.length)
      const figures = lines.flatMap(({ usd }) => (usd === null ? [] : [usd]))
      const total = figures.length === 0 ? null : figures.reduce((sum, usd) => sum + usd, 0)
      expect(sumCosts(rows)).toBe(total)
    }),
  )
})

it('an unknown cost is never 0', () => {
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      for (const { status, usd } of splitCosts(rows))
        if (status === 'unknown' || status === 'none') expect(usd).not.toBe(0)
    }),
  )
})
