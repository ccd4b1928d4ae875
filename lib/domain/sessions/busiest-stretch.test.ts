import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { NOW_MS } from '../../testing/factories.ts'
import { findBusiestStretch, type MessageTick, rateSeries } from './busiest-stretch.ts'

const ticks = (count: number, fromMs: number, toMs: number, toolEvery = 3): MessageTick[] =>
  Array.from({ length: count }, (_, index) => ({
    atMs: Math.round(fromMs + ((toMs - fromMs) * index) / Math.max(1, count - 1)),
    toolIteration: index % toolEvery === 1,
  }))

const LOOP = ticks(602, NOW_MS, NOW_MS + 107_000)

describe('the busiest stretch', () => {
  it('602 messages in 107 s are found within a slow conversation', () => {
    const slow = [
      ...ticks(40, NOW_MS - 2 * HOUR_MS, NOW_MS - 5 * MINUTE_MS),
      ...ticks(60, NOW_MS + 2 * MINUTE_MS, NOW_MS + 12 * MINUTE_MS),
    ]
    expect(findBusiestStretch([...slow, ...LOOP])).toEqual({
      from: '2026-11-15T14:32:00.000Z',
      to: '2026-11-15T14:33:47.000Z',
      messages: 602,
      toolIterations: 201,
      seconds: 107,
      messagesPerMinute: 337.6,
      runaway: true,
    })
  })

  it('a person chatting is not a runaway', () => {
    const stretch = findBusiestStretch(ticks(12, NOW_MS, NOW_MS + 30 * MINUTE_MS))
    expect(stretch).toMatchObject({ runaway: false })
  })

  it('many messages at the same instant have a finite rate', () => {
    const stretch = findBusiestStretch(ticks(100, NOW_MS, NOW_MS))
    expect(stretch).toMatchObject({ messages: 100, seconds: 0, messagesPerMinute: 6_000, runaway: true })
  })

  it.each([0, 1, 2])('%i messages have no rate', (count) => {
    expect(findBusiestStretch(ticks(count, NOW_MS, NOW_MS + 1_000))).toBeNull()
  })
})

describe('the series', () => {
  it('has steps fine enough to show a loop', () => {
    const series = rateSeries(LOOP)
    expect(series).toMatchObject({ from: '2026-11-15T14:32:00.000Z', stepMs: 1_000 })
    expect(series?.messages).toHaveLength(108)
  })

  it('counts every message once in at most 240 steps, in any order', () => {
    const anyTicks = fc.array(
      fc.record({ atMs: fc.integer({ min: 0, max: 4 * 10 ** 12 }), toolIteration: fc.boolean() }),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(anyTicks, (given) => {
        const series = rateSeries(given)
        const sum = (counts: readonly number[] = []) => counts.reduce((total, each) => total + each, 0)
        expect(sum(series?.messages)).toBe(given.length)
        expect(sum(series?.toolIterations)).toBe(given.filter(({ toolIteration }) => toolIteration).length)
        expect(series?.messages.length).toBeLessThanOrEqual(240)
        expect(rateSeries([...given].reverse())).toEqual(series)
      }),
    )
  })
})
