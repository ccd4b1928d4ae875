import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts'
import type { CounterSample } from '../../home/sample.ts'
import { burnBetween } from './earlier-burn.ts'

const NOW = 1_790_000_000_000

const sample = (agoMs: number, tokens: Partial<CounterSample>): CounterSample => ({
  atMs: NOW - agoMs,
  inputTokens: null,
  outputTokens: null,
  cacheReadTokens: null,
  cacheWriteTokens: null,
  sessions: null,
  openSessions: null,
  lastMessageId: null,
  databaseBytes: null,
  walBytes: null,
  freeBytes: null,
  ...tokens,
})

const lastHour = (...samples: CounterSample[]) => burnBetween(samples, NOW - HOUR_MS, NOW)

describe('burnBetween', () => {
  it('is unknown until two samples are thirty seconds apart', () => {
    expect(lastHour()).toBeNull()
    expect(lastHour(sample(0, { inputTokens: 5 }))).toBeNull()
    expect(lastHour(sample(29_000, { inputTokens: 5 }), sample(0, { inputTokens: 9 }))).toBeNull()
    expect(lastHour(sample(30_000, { inputTokens: 5 }), sample(0, { inputTokens: 9 }))).toBe(8)
  })

  it('adds up all four kinds, and ignores samples outside the time', () => {
    expect(
      lastHour(
        sample(61 * MINUTE_MS, { inputTokens: 0 }),
        sample(2 * MINUTE_MS, {
          inputTokens: 100,
          outputTokens: 10,
          cacheReadTokens: 0,
          cacheWriteTokens: 0,
        }),
        sample(0, { inputTokens: 200, outputTokens: 20, cacheReadTokens: 1_000, cacheWriteTokens: 90 }),
      ),
    ).toBe(600)
  })

  it('is never negative if a counter falls, and counts increases after the fall', () => {
    expect(
      lastHour(
        sample(2 * MINUTE_MS, { inputTokens: 1_000 }),
        sample(MINUTE_MS, { inputTokens: 10 }),
        sample(0, { inputTokens: 50 }),
      ),
    ).toBe(20)
  })

  it('skips a sample that could not be read instead of treating it as zero', () => {
    expect(
      lastHour(
        sample(2 * MINUTE_MS, { inputTokens: 1_000 }),
        sample(MINUTE_MS, {}),
        sample(0, { inputTokens: 1_040 }),
      ),
    ).toBe(20)
    expect(lastHour(sample(MINUTE_MS, {}), sample(0, {}))).toBeNull()
  })
})
