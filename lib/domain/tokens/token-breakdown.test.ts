import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, toUtcDay } from '../../shared/time.ts'
import { anAssessedSession, NOW_MS } from '../../testing/factories.ts'
import type { Session } from '../sessions/session.ts'
import { type UsageFold, UsageFolder, type UsageRow } from './fold-usage.ts'
import { tokenBreakdown } from './token-breakdown.ts'
import { addTokens, NO_TOKENS, TOKEN_KINDS, type TokenSums, tokensOf } from './token-sums.ts'
import { TOKEN_GROUPINGS, type TokenGrouping } from './tokens-view.ts'

const DAYS = [3, 2, 1, 0].map((ago) => toUtcDay(NOW_MS - ago * DAY_MS))

const session = (row: Partial<Session>): Session => anAssessedSession({ startedMs: NOW_MS - DAY_MS, ...row })

const usageRow = (row: Partial<UsageRow>): UsageRow => ({
  ...NO_TOKENS,
  sessionId: 'a',
  model: 'm',
  task: '',
  calls: 1,
  costUsd: null,
  ...row,
})

function foldOf(sessions: readonly Session[], rows: readonly UsageRow[]): UsageFold {
  const folder = new UsageFolder(sessions)
  for (const row of rows) folder.add(row)
  return folder.fold(NOW_MS)
}

const breakDown = (sessions: readonly Session[], by: TokenGrouping, usage: UsageFold | null = null) =>
  tokenBreakdown({ by, seenAtMs: NOW_MS, sessions, days: DAYS, usage, jobName: (id) => `job ${id}` })

const figures = (sums: TokenSums) => TOKEN_KINDS.map((kind) => sums[kind])

describe('groups', () => {
  const sessions = [
    session({
      id: 'a',
      source: 'cli',
      model: 'big',
      inputTokens: 100,
      outputTokens: 7,
      costUsd: 1,
      costStatus: 'actual',
    }),
    session({ id: 'b', source: 'cron', model: 'small', cronJobId: 'j1', cacheReadTokens: 900 }),
    session({ id: 'c', source: 'cli', model: null, inputTokens: 5, startedMs: NOW_MS }),
  ]

  it.each<[TokenGrouping, (string | null)[], string[]]>([
    ['source', ['cron', 'cli'], ['cron', 'cli']],
    ['model', ['small', 'big', null], ['small', 'big', 'no model named']],
    ['job', ['j1', null], ['job j1', 'not from cron']],
  ])('by %s come heaviest first and are named', (by, keys, labels) => {
    const { groups, basis } = breakDown(sessions, by)
    expect(groups.map(({ key }) => key)).toEqual(keys)
    expect(groups.map(({ label }) => label)).toEqual(labels)
    expect(basis).toBe('sessions')
  })

  it('have their days, and no cost if none was recorded', () => {
    const [cron, cli] = breakDown(sessions, 'source').groups
    expect(cli?.days.map(({ day, input }) => [day, input])).toEqual([
      [DAYS[2], 100],
      [DAYS[3], 5],
    ])
    expect([cli?.costUsd, cron?.costUsd]).toEqual([1, null])
  })

  it('beyond the first fifty are one group, and nothing is lost', () => {
    const many = Array.from({ length: 80 }, (_, index) =>
      session({ id: `s${index}`, source: `source ${index}`, inputTokens: index + 1 }),
    )
    const { groups, total } = breakDown(many, 'source')
    expect(groups).toHaveLength(50)
    expect(groups.at(-1)).toMatchObject({ role: 'rest', label: '31 more', sessions: 31 })
    expect(total.input).toBe((80 * 81) / 2)
  })
})

describe('models by call', () => {
  it('assign usage to each model and report unrecorded usage separately', () => {
    const sessions = [session({ id: 'a', model: 'first', inputTokens: 100, outputTokens: 10 })]
    const usage = foldOf(sessions, [
      usageRow({ model: 'first', input: 60, output: 4 }),
      usageRow({ model: 'second', input: 30, output: 6 }),
    ])
    const { groups, total, excess, basis } = breakDown(sessions, 'model', usage)
    expect(basis).toBe('model-usage')
    expect(groups.map(({ key, role, ...sums }) => [key, role, ...figures(sums)])).toEqual([
      ['first', 'group', 60, 4, 0, 0],
      ['second', 'group', 30, 6, 0, 0],
      [null, 'unattributed', 10, 0, 0, 0],
    ])
    expect([figures(total), figures(excess)]).toEqual([
      [100, 10, 0, 0],
      [0, 0, 0, 0],
    ])
  })

  it('assign a session without recorded usage to the model it began with', () => {
    const sessions = [
      session({ id: 'a', model: 'old', inputTokens: 9, costUsd: 0.5, costStatus: 'estimated' }),
    ]
    expect(breakDown(sessions, 'model', foldOf(sessions, [])).groups).toMatchObject([
      { key: 'old', role: 'group', input: 9, costUsd: 0.5 },
    ])
  })

  it('report usage recorded beyond the rows instead of hiding it', () => {
    const sessions = [session({ id: 'a', inputTokens: 10 })]
    const { total, excess } = breakDown(sessions, 'model', foldOf(sessions, [usageRow({ input: 25 })]))
    expect([total.input, excess.input]).toEqual([10, 15])
  })

  it('exclude tasks outside the conversation and rows of deleted sessions', () => {
    const sessions = [session({ id: 'a', inputTokens: 10 })]
    const usage = foldOf(sessions, [
      usageRow({ input: 10 }),
      usageRow({ task: 'vision', input: 400 }),
      usageRow({ sessionId: 'gone', input: 7_000 }),
    ])
    expect(breakDown(sessions, 'model', usage).total.input).toBe(10)
    expect(usage.tasks.get(toUtcDay(NOW_MS - DAY_MS))?.get('vision')?.tokens.input).toBe(400)
  })
})

const tokens = fc.record({
  inputTokens: fc.nat(1_000),
  outputTokens: fc.nat(1_000),
  cacheReadTokens: fc.nat(1_000),
  cacheWriteTokens: fc.nat(1_000),
})
const someSessions = fc
  .array(
    fc.tuple(
      tokens,
      fc.constantFrom('cli', 'cron', 'telegram'),
      fc.option(fc.constantFrom('m1', 'm2'), { nil: null }),
      fc.option(fc.constantFrom('j1', 'j2'), { nil: null }),
      fc.integer({ min: 0, max: 3 }),
    ),
  )
  .map((rows) =>
    rows.map(([counts, source, model, cronJobId, ago], index) =>
      session({ id: `s${index}`, ...counts, source, model, cronJobId, startedMs: NOW_MS - ago * DAY_MS }),
    ),
  )
const someUsage = fc.array(
  fc.record({
    index: fc.nat(12),
    model: fc.constantFrom('m1', 'm2', 'm3'),
    input: fc.nat(800),
    output: fc.nat(800),
    task: fc.constantFrom('', '', 'vision'),
  }),
)

it('groups add up to the sessions by kind, whatever the grouping', () => {
  fc.assert(
    fc.property(someSessions, someUsage, (sessions, rows) => {
      const all = sessions.map(tokensOf).reduce(addTokens, NO_TOKENS)
      const usage = foldOf(
        sessions,
        rows.map(({ index, ...row }) => usageRow({ sessionId: `s${index}`, ...row })),
      )
      for (const by of TOKEN_GROUPINGS) {
        for (const fold of [null, usage]) {
          const { groups, total, excess } = breakDown(sessions, by, fold)
          expect(total).toEqual(all)
          expect(groups.reduce<TokenSums>(addTokens, NO_TOKENS)).toEqual(addTokens(total, excess))
          for (const group of groups)
            expect(group.days.reduce<TokenSums>(addTokens, NO_TOKENS)).toEqual(addTokens(group, NO_TOKENS))
        }
      }
    }),
  )
})
