import { expect, it } from 'vitest'
import type { TokenBreakdown, TokenGroup } from '@/lib/domain/tokens/tokens-view'
import { breakdownModel } from './breakdown-model'

const NOTHING = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
const group = (key: string | null, cacheRead: number, more: Partial<TokenGroup> = {}): TokenGroup => ({
  key,
  label: key ?? 'not from cron',
  role: key === null ? 'none' : 'group',
  sessions: 3,
  costUsd: null,
  included: 0,
  ...NOTHING,
  cacheRead,
  days: [{ day: '2026-11-15', ...NOTHING, cacheRead }],
  ...more,
})
const breakdown = (groups: readonly TokenGroup[], more: Partial<TokenBreakdown> = {}): TokenBreakdown => ({
  by: 'job',
  seenAt: null,
  total: NOTHING,
  attribution: 'session-start-day',
  basis: 'sessions',
  groups,
  excess: NOTHING,
  ...more,
})
const RANGE = ['2026-11-14', '2026-11-15']

it('names the group with the largest share of all tokens', () => {
  const model = breakdownModel(breakdown([group(null, 300), group('aaa', 75), group('bbb', 25)]), RANGE)
  expect(model.title).toBe('aaa used 18.8 % of all tokens, most of 2 cron jobs')
  expect(model.rows[1]).toMatchObject({
    all: '75',
    share: '18.8 %',
    sessions: '3',
    cost: 'unknown',
    sessionsQuery: ['job', 'aaa'],
    days: [0, 1],
  })
  expect(model.rows[0]?.sessionsQuery).toEqual(['job', 'null'])
})

it('costs covered by a subscription are "included", never $0.00', () => {
  const covered = group('aaa', 5, { costUsd: 0, included: 3 })
  const partly = group('bbb', 5, { costUsd: 0.5, included: 1 })
  const rows = breakdownModel(breakdown([covered, partly]), RANGE).rows
  expect(rows.map(({ cost }) => cost)).toEqual(['included', '$0.50'])
})

it('rows that are not a group have no link, and hostile names are plain text', () => {
  const groups = [group('\u202Ex', 1), group(null, 1, { role: 'rest', label: '4 more' })]
  const rows = breakdownModel(breakdown(groups, { by: 'source' }), RANGE).rows
  expect(rows.map(({ label }) => label)).toEqual(['<U+202E>x', '4 more'])
  expect(rows.map(({ sessionsQuery }) => sessionsQuery === null)).toEqual([false, true])
})

it('states how models are counted, and what exceeds the sessions', () => {
  const more = { by: 'model', basis: 'model-usage', excess: { ...NOTHING, output: 9 } } as const
  expect(breakdownModel(breakdown([], more), RANGE)).toMatchObject({
    title: 'No model used tokens',
    notes: [
      'Counted per call, where Hermes books each model of a session apart.',
      'The table per model holds more than the sessions do: 0 fresh input, 9 output, 0 cache write, 0 cache read.',
    ],
  })
})
