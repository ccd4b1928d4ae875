import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_TOKENS } from '../../tokens/token-sums.ts'
import { extendStreak, type MessageStep, NO_STREAK } from './call-streak.ts'
import { RunningTotals } from './running-totals.ts'
import { SessionLedger } from './session-ledger.ts'

const seen = (input: number, costUsd: number | null = null, apiCalls: number | null = null) => ({
  tokens: { ...NO_TOKENS, input },
  costUsd,
  apiCalls,
})

describe('a session’s counters', () => {
  it.each([
    ['that rise are burnt', [10, 15, 40], [5, 25]],
    ['that do not change burn nothing', [10, 10], [0]],
    ['that fall burn nothing, and later increases count', [1_000, 200, 260], [0, 60]],
    ['that fall and return burn nothing twice', [1_000, 200, 1_000, 1_007], [0, 0, 7]],
    ['that fall and rise above their maximum burn only the difference', [1_000, 0, 1_300], [0, 300]],
  ])('%s', (_, values, rises) => {
    const ledger = new SessionLedger()
    const taken = values.map((value) => ledger.update('a', seen(value)).tokens.input)
    expect(taken.slice(1)).toEqual(rises)
  })

  it('never give a negative burn or more than their highest value', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 40 }), (values) => {
        const ledger = new SessionLedger()
        const rises = values.map((value) => ledger.update('a', seen(value)).tokens.input).slice(1)
        const highest = Math.max(...values)
        for (const rise of rises) expect(rise >= 0 && rise <= highest).toBe(true)
      }),
    )
  })

  it('include costs and calls, and what is not counted stays unknown', () => {
    const ledger = new SessionLedger()
    ledger.update('a', seen(0, 0.5, 3))
    expect(ledger.update('a', seen(0, 0.75, 5))).toMatchObject({ costUsd: 0.25, apiCalls: 2 })
    expect(ledger.update('a', seen(0))).toMatchObject({ costUsd: null, apiCalls: null })
  })

  it('are kept for the last two thousand sessions', () => {
    const ledger = new SessionLedger()
    for (let index = 0; index < 2_500; index += 1) ledger.update(`s${index}`, seen(index))
    expect(ledger.size).toBe(2_000)
    expect([ledger.knows('s499'), ledger.knows('s500')]).toEqual([false, true])
  })

  it('are read again for recently active sessions, the latest first', () => {
    const ledger = new SessionLedger()
    for (const [id, movedMs] of [
      ['a', 100],
      ['b', 300],
      ['c', 200],
    ] as const) {
      ledger.update(id, seen(1))
      ledger.moved(id, movedMs)
    }
    ledger.update('still', seen(1))
    expect(ledger.movedSince(150, 10)).toEqual(['b', 'c'])
    expect(ledger.movedSince(0, 1)).toEqual(['b'])
  })
})

describe('a streak of calls', () => {
  const call = (sign: string, calls = 1, same = true): MessageStep => ({
    kind: 'calls',
    calls,
    sign,
    same,
    call: sign,
  })
  const other: MessageStep = { kind: 'other', calls: 0, sign: null, same: false, call: null }
  const person: MessageStep = { ...other, kind: 'person' }
  it.each([
    ['counts the same call in a row', [call('a'), other, call('a'), call('a')], [3, 3]],
    ['restarts with another call', [call('a'), call('a'), call('b')], [3, 1]],
    ['restarts with a person’s message', [call('a'), person, call('a')], [1, 1]],
    ['counts equal calls side by side', [call('a', 4)], [1, 4]],
    [
      'counts different calls side by side as a whole',
      [call('a+b', 2, false), call('a+b', 2, false)],
      [2, 2],
    ],
    ['is zero without calls', [other, person], [0, 0]],
  ])('%s', (_, steps, [iterations, repeats]) => {
    expect(steps.reduce(extendStreak, NO_STREAK)).toMatchObject({ iterations, repeats })
  })
})

describe('totals over all rows', () => {
  const walked = (input: number, costUsd: number | null = null) => ({
    sessions: 1,
    open: 0,
    newestRow: 1,
    tokens: { ...NO_TOKENS, input },
    costUsd,
  })
  const none = { tokens: NO_TOKENS, costUsd: null }
  it.each([
    ['add nothing if every session was seen', 30, 130, none, 0],
    ['add what single sessions missed', 30, 150, none, 20],
    ['count deleted rows as no use', 30, 40, none, 0],
    [
      'count imported rows as no use',
      30,
      5_130,
      { tokens: { ...NO_TOKENS, input: 5_000 }, costUsd: null },
      0,
    ],
  ])('%s', (_, burnt, now, broughtIn, missed) => {
    const totals = new RunningTotals(walked(100))
    totals.add({ ...NO_TOKENS, input: burnt }, null)
    expect(totals.tokens.input).toBe(100 + burnt)
    expect(totals.reconcile(walked(now), broughtIn).tokens.input).toBe(missed)
    expect(totals.tokens.input).toBe(now)
  })

  it('report missed costs, but not rounding errors', () => {
    const totals = new RunningTotals(walked(0, 0.1))
    totals.add(NO_TOKENS, 0.2)
    expect(totals.reconcile(walked(0, 0.3), none).costUsd).toBeNull()
    expect(totals.reconcile(walked(0, 0.8), none).costUsd).toBeCloseTo(0.5, 6)
  })
})
