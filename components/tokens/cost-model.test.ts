import { expect, it } from 'vitest'
import { splitCosts, sumCosts } from '@/lib/domain/tokens/cost-split'
import type { TokenTotals } from '@/lib/domain/tokens/tokens-view'
import { costModel } from './cost-model'

const totals = (...rows: [number | null, string | null][]): TokenTotals => {
  const costed = rows.map(([costUsd, costStatus]) => ({ costUsd, costStatus }))
  return {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    sessions: rows.length,
    costUsd: sumCosts(costed),
    costs: splitCosts(costed),
  }
}

it('a total states how certain it is, and how many sessions have no price', () => {
  const mixed = totals([1.5, 'estimated'], [2, 'actual'], [null, null], [null, 'unknown'])
  expect(costModel(mixed, mixed).title).toBe('$3.50 known; 2 sessions without a price')
  const plain = totals([1.5, 'estimated'], [1, null])
  expect(costModel(plain, plain).title).toBe('$2.50 known, all estimated')
})

it('a missing price is unknown, never zero', () => {
  const none = totals([null, null])
  expect(costModel(none, none).title).toBe('What this cost is unknown')
  expect(costModel(none, none).rows.map(({ inRange }) => inRange)).toEqual(['–', '–', '–', '–', 'unknown'])
  expect(costModel(totals(), none).title).toBe('No session to pay for in this range')
})

it('costs covered by a subscription have no amount', () => {
  const covered = totals([0, 'included'], [null, null])
  expect(costModel(covered, covered).title).toBe(
    'What is priced, a subscription covers; 1 session without a price',
  )
  expect(costModel(covered, covered).rows[2]?.inRange).toBe('included')
})
