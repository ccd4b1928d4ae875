import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../shared/result.ts'
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { aSample, aTick } from '../../testing/watch/light-samples.ts'
import { NO_TOKENS } from '../tokens/token-sums.ts'
import { BurnMemory } from './burn/burn-memory.ts'
import { composeWatchState, type WatchInput } from './compose-watch-state.ts'
import type { LightSample } from './light-sample.ts'

const NOW_MS = Date.UTC(2026, 10, 15, 14, 32)

/** Samples five seconds apart, the last one now. */
function stateOf(changes: readonly Partial<LightSample>[], more: Partial<WatchInput> = {}) {
  const memory = new BurnMemory()
  const samples = changes.map((change, index) =>
    aSample({ atMs: NOW_MS - (changes.length - 1 - index) * 5_000, ...change }),
  )
  for (const sample of samples) memory.add(sample, 50_000)
  const sample = samples.at(-1)
  if (sample === undefined) throw new Error('at least one sample')
  return composeWatchState({
    homeId: 'main',
    demo: false,
    everyMs: 5_000,
    sample,
    samples: memory.samples,
    minutes: memory.minutes,
    yesterdayPerMinute: null,
    lastWeekPerMinute: null,
    msToMidnight: 2 * HOUR_MS,
    limitPerMinute: 50_000,
    aboveLimitMs: memory.aboveLimitMs,
    jobNames: new Map([['job1', 'inbox-triage']]),
    growthBytesPerDay: null,
    walWords: '',
    incidents: [],
    closedThisWeek: 0,
    pausedMs: null,
    ...more,
  })
}

const burning = (input: number, more: Partial<LightSample> = {}): Partial<LightSample> => ({
  burnt: { ...NO_TOKENS, input },
  ...more,
})

describe('the rate', () => {
  const first = { sinceMs: null }
  it.each([
    ['is unknown at the first sample', [first], null],
    [
      'covers at least 15 seconds, so that one call does not look like a storm',
      [first, burning(1_000)],
      4_000,
    ],
    ['is the tokens used divided by the time watched', [first, ...Array(6).fill(burning(500))], 6_000],
    ['covers at most the last 60 seconds', [burning(99_999), ...Array(12).fill(burning(100))], 1_200],
    ['restarts after a gap', [burning(99_999), burning(0, first), ...Array(4).fill(burning(100))], 1_200],
    [
      'is unknown while the database cannot be read',
      [burning(9), { database: failed({ code: 'db-missing' } as const) }],
      null,
    ],
  ])('%s', (_, samples, expected) => {
    expect(stateOf(samples).burn.tokensPerMinute?.input ?? null).toBe(expected)
  })

  it('uses elapsed time, so a clock set back changes nothing', () => {
    const { burn } = stateOf([
      { atMs: NOW_MS + HOUR_MS, sinceMs: null },
      { atMs: NOW_MS + HOUR_MS + 5_000, ...burning(600, { sinceMs: 20_000 }) },
      { atMs: NOW_MS, ...burning(600, { sinceMs: 20_000 }) },
    ])
    expect(burn.tokensPerMinute?.input).toBe(1_800)
    expect(burn.lastTwoHours?.input).toBe(600)
  })

  it('above its limit is timed from its first sample above it without a break', () => {
    const above = Array(12).fill(burning(10_000))
    expect(stateOf([{ sinceMs: null }, ...above]).burn.aboveLimitMs).toBe(55_000)
    expect(stateOf([{ sinceMs: null }, ...above, ...Array(12).fill(burning(0))]).burn.aboveLimitMs).toBe(0)
  })

  it('is extrapolated to midnight', () => {
    const { burn } = stateOf([{ sinceMs: null }, ...Array(12).fill(burning(100, { costUsd: 0.01 }))])
    expect(burn.toMidnight?.input).toBe(144_000)
    expect(burn.toMidnightMoney.usd).toBeCloseTo(14.4, 6)
  })
})

describe('cost', () => {
  const priced = aTick({ tokens: { ...NO_TOKENS, input: 100 }, costUsd: 0.5 })
  const unpriced = aTick({ id: 'b', tokens: { ...NO_TOKENS, input: 100 }, costUsd: null })
  it.each([
    ['is zero if nothing burns', {}, { usd: 0, status: 'known' }],
    [
      'is known if everything that burns has a price',
      { moved: [priced], burnt: priced.tokens, costUsd: 0.5 },
      { usd: 0.5, status: 'known' },
    ],
    [
      'is a lower bound if some of it has no price',
      { moved: [priced, unpriced], burnt: priced.tokens, costUsd: 0.5 },
      { usd: 0.5, status: 'partial' },
    ],
    [
      'is unknown if none of it has a price',
      { moved: [unpriced], burnt: unpriced.tokens, costUsd: null },
      { usd: null, status: 'unknown' },
    ],
  ])('%s', (_, takeSample, expected) => {
    expect(stateOf([{ sinceMs: null }, takeSample]).burn.lastTwoHoursMoney).toEqual(expected)
  })
})

describe('burners', () => {
  const loop = aTick({
    id: 'cron_job1_20261115_123104',
    source: 'cron',
    model: 'big',
    cronJobId: 'job1',
    tokens: { input: 20, output: 2, cacheRead: 78, cacheWrite: 0 },
    messages: 30,
    apiCalls: 3,
    totalMessages: 1_284,
    iterationsSinceUser: 209,
    repeats: 209,
    repeatedCall: 'terminal',
  })
  const chat = aTick({
    id: 'chat',
    source: 'telegram',
    title: 'Trip to Lisbon',
    tokens: { ...NO_TOKENS, output: 9 },
  })
  const { burn } = stateOf([
    { sinceMs: null },
    { sinceMs: 20_000, moved: [chat], burnt: chat.tokens, messages: 1 },
    {
      sinceMs: 20_000,
      moved: [loop, chat],
      burnt: { input: 20, output: 11, cacheRead: 178, cacheWrite: 0 },
      messages: 31,
    },
  ])

  it('are named, sorted by burn, with their pace and loop signs', () => {
    expect(burn.burners.map(({ label, tokensPerMinute }) => [label, tokensPerMinute])).toEqual([
      ['inbox-triage (no title)', { input: 30, output: 3, cacheRead: 117, cacheWrite: 0 }],
      ['Trip to Lisbon', { input: 0, output: 27, cacheRead: 0, cacheWrite: 0 }],
    ])
    expect(burn.burners[0]).toMatchObject({
      jobName: 'inbox-triage',
      callsPerMinute: 4.5,
      messagesPerSecond: 0.8,
      freshShare: 0.22,
      messages: 1_284,
      loopSigns: ['same call 209×', 'no user turn'],
    })
    expect(burn.burners[1]?.loopSigns).toEqual([])
  })

  it('add up to shares by source, job and model, with an unattributed rest', () => {
    const sums = (shares: typeof burn.bySource) =>
      shares.map(({ label, tokensPerMinute: { input, output, cacheRead } }) => [
        label,
        input + output + cacheRead,
      ])
    expect(sums(burn.bySource)).toEqual([
      ['cron', 150],
      ['not attributed', 150],
      ['telegram', 27],
    ])
    expect(sums(burn.byJob)).toEqual([['inbox-triage', 150]])
    expect(sums(burn.byModel).map(([label]) => label)).toEqual(['big', 'not attributed', 'unknown'])
  })

  it('cannot deceive by their names', () => {
    const named = stateOf([
      { sinceMs: null },
      { moved: [aTick({ title: 'safe\u202Eexe', messages: 1, repeats: 9, repeatedCall: 'a\u001Bb' })] },
    ]).burn.burners[0]
    const shown = `${named?.label}${named?.repeatedCall}`
    for (const sign of ['\u202E', '\u001B']) expect(shown).not.toContain(sign)
  })
})

describe('the rest of the state', () => {
  it('explains why the database could not be read, and its values are unknown', () => {
    const state = stateOf([{ database: failed({ code: 'db-locked', waitedMs: 1_000 } as const) }])
    expect(state.trouble).toMatchObject({ code: 'db-locked', title: 'state.db did not answer within 1 s' })
    expect([state.databaseBytes, state.wal.bytes, state.writes.lastMessageMs]).toEqual([null, null, null])
    expect(state.burn.point).toEqual({ atMs: NOW_MS, tokens: null, messages: null })
  })

  it('forecasts when the disk is full at the last hour’s rate, only while it fills', () => {
    const minutes = (perMinute: number) =>
      Array.from({ length: 31 }, (_, index) => ({
        atMs: NOW_MS - (30 - index) * MINUTE_MS,
        sinceMs: MINUTE_MS,
        space: ok({ totalBytes: 1e12, freeBytes: 6e9 + (30 - index) * perMinute, freeInodes: 5 }),
      }))
    expect(stateOf(minutes(1e8)).disk).toMatchObject({
      freeBytes: 6e9,
      isFilling: true,
      hoursToFull: 1,
      freeInodes: 5,
    })
    expect(stateOf(minutes(1e8)).disk.trend).toHaveLength(31)
    const none = { isFilling: false, hoursToFull: null }
    expect(stateOf(minutes(0)).disk).toMatchObject(none)
    expect(stateOf(minutes(-1e8)).disk).toMatchObject(none)
    // Too short a time to tell, which is not the same as not filling.
    expect(stateOf(minutes(1e8).slice(-5)).disk).toMatchObject({ isFilling: null, hoursToFull: null })
    expect(stateOf(minutes(0), { growthBytesPerDay: 1e9 }).disk.daysToFullTrend).toBe(6)
    expect(
      stateOf([{ space: failed({ code: 'unreadable', path: 'x', detail: 'y' } as const) }]).disk,
    ).toMatchObject({
      freeBytes: null,
      isFilling: null,
      hoursToFull: null,
      trend: [],
    })
  })

  it('keeps unknown holders unknown', () => {
    expect(stateOf([{ holders: null }]).holders).toBeNull()
    expect(stateOf([{ holders: [] }]).holders).toEqual([])
  })
})
