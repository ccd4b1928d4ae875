import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import type { CounterSample } from '../home/sample.ts'
import { measuredTokens } from './measured-tokens.ts'
import { addTokens, NO_TOKENS, TOKEN_KINDS, type TokenSums } from './token-sums.ts'

const MONDAY = Date.UTC(2026, 10, 9)
const DAYS = [MONDAY, MONDAY + DAY_MS, MONDAY + 2 * DAY_MS]
const LATER = MONDAY + 30 * DAY_MS

const sample = (atMs: number, input: number | null, output: number | null = 0): CounterSample => ({
  atMs,
  inputTokens: input,
  outputTokens: output,
  cacheReadTokens: input === null ? null : 0,
  cacheWriteTokens: input === null ? null : 0,
  sessions: null,
  openSessions: null,
  lastMessageId: null,
  databaseBytes: null,
  walBytes: null,
  freeBytes: null,
})

const measure = (samples: readonly CounterSample[], nowMs = LATER) =>
  measuredTokens(samples, DAYS, nowMs).days

describe('a day', () => {
  it('without samples is unknown, not zero', () => {
    expect(measure([])[0]).toEqual({
      day: '2026-11-09',
      tokens: null,
      coverage: 0,
      beforeFirstSample: null,
      falls: 0,
    })
  })

  it('with one sample is unknown too, because there is no difference to measure', () => {
    expect(measure([sample(MONDAY + HOUR_MS, 500)])[0]).toMatchObject({ tokens: null, coverage: 0 })
  })

  it('sums the increases between its samples and reports how much of the day they cover', () => {
    const day = measure([
      sample(MONDAY + 6 * HOUR_MS, 100, 10),
      sample(MONDAY + 7 * HOUR_MS, 150, 10),
      sample(MONDAY + 18 * HOUR_MS, 400, 30),
    ])[0]
    expect(day).toMatchObject({
      tokens: { input: 300, output: 20, cacheRead: 0, cacheWrite: 0 },
      coverage: 0.5,
    })
  })

  it('assigns overnight increases to neither day', () => {
    const days = measure([
      sample(MONDAY + 22 * HOUR_MS, 100),
      sample(MONDAY + 23 * HOUR_MS, 110),
      sample(MONDAY + DAY_MS + HOUR_MS, 1_110),
      sample(MONDAY + DAY_MS + 2 * HOUR_MS, 1_115),
    ])
    expect(days.map(({ tokens }) => tokens?.input ?? null)).toEqual([10, 5, null])
    expect(days.map(({ beforeFirstSample }) => beforeFirstSample?.input ?? null)).toEqual([null, 1_000, null])
  })

  it('counts a decrease as a fall, never as negative tokens', () => {
    const day = measure([
      sample(MONDAY + HOUR_MS, 1_000, 50),
      sample(MONDAY + 2 * HOUR_MS, 200, 60),
      sample(MONDAY + 3 * HOUR_MS, 260, 60),
    ])[0]
    expect(day).toMatchObject({ tokens: { input: 60, output: 10 }, falls: 1 })
  })

  it('skips a sample that could not read the rows', () => {
    const day = measure([
      sample(MONDAY + HOUR_MS, 100),
      sample(MONDAY + 2 * HOUR_MS, null, null),
      sample(MONDAY + 3 * HOUR_MS, 130),
    ])[0]
    expect(day).toMatchObject({ tokens: { input: 30 }, falls: 0 })
  })

  it('that is not over yet is covered relative to the time passed', () => {
    const nowMs = MONDAY + 2 * HOUR_MS
    const day = measure([sample(MONDAY + HOUR_MS, 1), sample(nowMs, 2)], nowMs)[0]
    expect(day?.coverage).toBe(0.5)
  })
})

const counters = fc.array(
  fc.record({
    minute: fc.integer({ min: 0, max: 3 * 24 * 60 - 1 }),
    input: fc.nat(10_000),
    output: fc.nat(10_000),
  }),
  { maxLength: 60 },
)

it('days and overnight increases add up to the total increase by kind, whatever the sample order', () => {
  fc.assert(
    fc.property(counters, (points) => {
      const unique = [...new Map(points.map((point) => [point.minute, point])).values()]
      const samples = unique.map(({ minute, input, output }) =>
        sample(MONDAY + minute * MINUTE_MS, input, output),
      )
      const inOrder = [...samples].sort((a, b) => a.atMs - b.atMs)
      let rises: TokenSums = NO_TOKENS
      for (const [index, next] of inOrder.entries()) {
        const before = inOrder[index - 1]
        if (before === undefined) continue
        rises = addTokens(rises, {
          ...NO_TOKENS,
          input: Math.max(0, (next.inputTokens ?? 0) - (before.inputTokens ?? 0)),
          output: Math.max(0, (next.outputTokens ?? 0) - (before.outputTokens ?? 0)),
        })
      }
      const days = measure(samples)
      const measured = days
        .flatMap(({ tokens, beforeFirstSample }) => [tokens ?? NO_TOKENS, beforeFirstSample ?? NO_TOKENS])
        .reduce(addTokens, NO_TOKENS)
      expect(measured).toEqual(rises)
      for (const { coverage } of days) expect(coverage >= 0 && coverage <= 1).toBe(true)
      for (const { tokens } of days)
        for (const kind of TOKEN_KINDS) expect(tokens === null || tokens[kind] >= 0).toBe(true)
    }),
  )
})
