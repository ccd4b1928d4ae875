import { afterAll, describe, expect, it } from 'vitest'
import { NO_TOKENS } from '../../domain/tokens/token-sums.ts'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { begin, burn, call, say, watchHome, watchLab, write } from '../../testing/watch/watch-lab.ts'

const lab = watchLab()
const { make } = lab
afterAll(lab.temp.cleanup)

describe('a session’s burn', () => {
  it('is the rise of its own counters since the last sample, with its messages and calls', () => {
    const { path } = make([
      {
        id: 'cron_job1_20260101_080000',
        source: 'cron',
        title: 'a run',
        messages: 4,
        tokens: { input: 5_000 },
        model: 'm',
      },
    ])
    const id = 'cron_job1_20260101_080000'
    const { takeSample, clock } = watchHome(path)
    takeSample()
    write(path, (db) => {
      say(db, id, clock.atMs, 'user')
      say(
        db,
        id,
        clock.atMs,
        'assistant',
        JSON.stringify([call('terminal', '{}', 'a'), call('read', '{}', 'b')]),
      )
      db.exec(`UPDATE sessions SET input_tokens = 5300, output_tokens = 40, api_call_count = api_call_count + 2,
        estimated_cost_usd = coalesce(estimated_cost_usd, 0) + 0.25, cost_status = 'estimated'`)
    })
    const sample = takeSample()
    expect(sample).toMatchObject({ sinceMs: 5_000, messages: 2, apiCalls: 2, costUsd: 0.25 })
    expect(sample.moved).toMatchObject([
      {
        id,
        source: 'cron',
        cronJobId: 'job1',
        title: 'a run',
        model: 'm',
        tokens: { input: 300, output: 40 },
        messages: 2,
        toolCalls: 2,
        userMessages: 1,
        apiCalls: 2,
        costUsd: 0.25,
        totalTokens: { input: 5_300 },
        iterationsSinceUser: 1,
      },
    ])
    expect(takeSample()).toMatchObject({ moved: [], burnt: NO_TOKENS, messages: 0 })
  })

  it('comes with the typical tokens of its cron job, once the job has three runs', () => {
    const earlier = (job: string, day: number, input: number) => ({
      id: `cron_${job}_2026010${day}_080000`,
      source: 'cron',
      startedMs: Date.now() - DAY_MS,
      endedMs: Date.now() - HOUR_MS,
      tokens: { input, cacheRead: 1_000 },
    })
    const now = (job: string) => `cron_${job}_20260109_080000`
    const { path } = make([
      ...[40, 90, 10, 70].map((thousands, at) => earlier('job1', at + 1, thousands * 1_000)),
      ...[5, 6].map((thousands, at) => earlier('job2', at + 1, thousands * 1_000)),
      ...['job1', 'job2'].map((job) => ({ id: now(job), source: 'cron' })),
    ])
    const { takeSample, clock } = watchHome(path)
    takeSample()
    write(path, (db) => {
      for (const job of ['job1', 'job2']) {
        say(db, now(job), clock.atMs)
        burn(db, now(job), 100)
      }
    })
    const typical = takeSample().moved.map(({ cronJobId, typicalTokens }) => [cronJobId, typicalTokens])
    expect(new Map(typical.map(([job, tokens]) => [job, tokens]))).toEqual(
      new Map([
        ['job1', 41_000],
        ['job2', undefined],
      ]),
    )
  })

  it('starts at zero for a new session and excludes the past of an older one', () => {
    const { path } = make([{ id: 'old', startedMs: Date.now() - DAY_MS, tokens: { input: 900_000 } }])
    const { takeSample, clock } = watchHome(path)
    takeSample()
    write(path, (db) => {
      begin(db, 'fresh', clock.atMs, 700)
      say(db, 'fresh', clock.atMs)
      burn(db, 'old', 50)
      say(db, 'old', clock.atMs)
    })
    const { moved, burnt } = takeSample()
    expect(moved.map(({ id, tokens }) => [id, tokens.input])).toEqual([
      ['fresh', 700],
      ['old', 50],
    ])
    expect(burnt.input).toBe(750)
  })

  it('is found even if counters are written after the last message', () => {
    const { path } = make([{ id: 'late', messages: 2 }])
    const { takeSample, clock } = watchHome(path)
    takeSample()
    write(path, (db) => say(db, 'late', clock.atMs))
    expect(takeSample().moved).toMatchObject([{ id: 'late', messages: 1 }])
    write(path, (db) => burn(db, 'late', 400))
    expect(takeSample().moved).toMatchObject([{ id: 'late', messages: 0, tokens: { input: 400 } }])
  })

  it('shows repeated calls whatever their ids, until a person writes', () => {
    const { path } = make([{ id: 'loop', messages: 0 }])
    const { takeSample, clock } = watchHome(path)
    takeSample()
    const repeat = (count: number, args = '{"a":1}') =>
      write(path, (db) => {
        for (let turn = 0; turn < count; turn += 1) {
          say(db, 'loop', clock.atMs, 'assistant', JSON.stringify([call('terminal', args, `id-${turn}`)]))
          say(db, 'loop', clock.atMs, 'tool')
        }
      })
    repeat(3)
    expect(takeSample().moved).toMatchObject([
      { repeats: 3, repeatedCall: 'terminal', iterationsSinceUser: 3, messages: 6 },
    ])
    repeat(2)
    expect(takeSample().moved).toMatchObject([{ repeats: 5, iterationsSinceUser: 5 }])
    repeat(1, '{"a":2}')
    expect(takeSample().moved).toMatchObject([{ repeats: 1, repeatedCall: null, iterationsSinceUser: 6 }])
    write(path, (db) => say(db, 'loop', clock.atMs, 'user'))
    expect(takeSample().moved).toMatchObject([{ repeats: 0, iterationsSinceUser: 0 }])
  })

  it('includes repeated calls from before Steward started', () => {
    const { path } = make([{ id: 'loop', messages: 0 }])
    write(path, (db) => {
      for (let turn = 0; turn < 40; turn += 1)
        say(
          db,
          'loop',
          Date.now() - HOUR_MS + turn,
          'assistant',
          JSON.stringify([call('terminal', '{}', `id-${turn}`)]),
        )
    })
    const { takeSample, clock } = watchHome(path)
    takeSample()
    write(path, (db) =>
      say(db, 'loop', clock.atMs, 'assistant', JSON.stringify([call('terminal', '{}', 'new')])),
    )
    expect(takeSample().moved).toMatchObject([{ repeats: 41, iterationsSinceUser: 41, messages: 1 }])
  })

  it('is listed for the fifty largest sessions, and the total includes the others', () => {
    const ids = Array.from({ length: 70 }, (_, index) => `s${index}`)
    const { path } = make(ids.map((id) => ({ id })))
    const { takeSample, clock } = watchHome(path)
    takeSample()
    write(path, (db) => {
      for (const [index, id] of ids.entries()) {
        say(db, id, clock.atMs)
        burn(db, id, index + 1)
      }
    })
    const { moved, burnt, messages } = takeSample()
    expect(moved).toHaveLength(50)
    expect(moved[0]?.id).toBe('s69')
    expect(burnt.input).toBe((70 * 71) / 2)
    expect(messages).toBe(70)
  })
})
