import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../shared/result.ts'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { aSession, NOW_MS } from '../../testing/factories.ts'
import type { CounterSample } from '../home/sample.ts'
import { assessSessions } from '../sessions/assess-sessions.ts'
import { buildTokensView, type TokensKnowledge } from './build-tokens-view.ts'
import { countsOf, tokenSeries } from './token-series.ts'

const sample = (atMs: number, inputTokens: number): CounterSample => ({
  atMs,
  inputTokens,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  sessions: 1,
  openSessions: 0,
  lastMessageId: 1,
  databaseBytes: 1,
  walBytes: 0,
  freeBytes: 1,
})
const rows = [aSession({ startedMs: NOW_MS - DAY_MS, endedMs: NOW_MS, inputTokens: 50 })]

function viewOf(known: Partial<TokensKnowledge>, days = 3) {
  return buildTokensView(
    {
      seenAtMs: NOW_MS,
      sessions: assessSessions(rows, null, NOW_MS),
      fault: null,
      samples: [],
      usage: ok(null),
      hermesDays: ok(null),
      pruned: null,
      burn: { tokensPerMinute: null, yesterdayPerMinute: null },
      jobName: (id) => id,
      ...known,
    },
    { days, by: 'source' },
    NOW_MS,
  )
}

describe('without a requested series', () => {
  const everyDay = [0, 1, 2].flatMap((ago) => [
    sample(NOW_MS - ago * DAY_MS - HOUR_MS, 100 - 10 * ago),
    sample(NOW_MS - ago * DAY_MS, 105 - 10 * ago),
  ])

  it('measured days are used if every day was measured, with increases between days separate', () => {
    const series = tokenSeries(viewOf({ samples: everyDay }), null)
    expect(series).toMatchObject({ count: 'measured', unknownDays: 0, total: { input: 15 } })
    expect(series?.betweenDays.input).toBe(10)
  })

  it('one day without samples falls back to recorded usage', () => {
    const series = tokenSeries(viewOf({ samples: everyDay.slice(0, 4) }), null)
    expect(series).toMatchObject({ count: 'booked', unknownDays: 0, total: { input: 50 } })
  })
})

it('a requested series is used, and its unknown days are excluded from sums', () => {
  const samples = [sample(NOW_MS - HOUR_MS, 7), sample(NOW_MS, 9)]
  const series = tokenSeries(viewOf({ samples }), 'measured')
  expect(series?.days.map(({ tokens }) => tokens?.input ?? null)).toEqual([null, null, 2])
  expect(series).toMatchObject({ unknownDays: 2, total: { input: 2 } })
})

it('Hermes’ days are unknown before the first one and zero in later gaps', () => {
  const hermesDays = ok([
    { day: '2026-11-14', input: 4, output: 0, cacheRead: 0, cacheWrite: 0, costUsd: null },
  ])
  const view = viewOf({ hermesDays })
  expect(countsOf(view)).toEqual(['booked', 'measured', 'hermes'])
  expect(tokenSeries(view, 'hermes')?.days.map(({ tokens }) => tokens?.input ?? null)).toEqual([null, 4, 0])
  expect(countsOf(viewOf({}))).toEqual(['booked', 'measured'])
  expect(tokenSeries(viewOf({}), 'hermes')?.count).toBe('booked')
})

it('unreadable rows leave no recorded usage', () => {
  const view = viewOf({
    sessions: null,
    fault: { code: 'db-missing' },
    usage: failed({ code: 'db-missing' }),
  })
  expect(tokenSeries(view, null)).toBeNull()
})
