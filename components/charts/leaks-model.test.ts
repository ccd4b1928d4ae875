import { expect, it } from 'vitest'
import type { SessionsOverview } from '@/lib/domain/overview/overview'
import { exampleOverview } from '@/lib/testing/examples/example-overview'
import { leaksModel } from './leaks-model'

const sessions = (change: Partial<SessionsOverview> = {}): SessionsOverview => {
  const { sessions: defaults } = exampleOverview()
  if (defaults === null) throw new Error('the example has sessions')
  return { ...defaults, ...change }
}

const rowsOf = (model: ReturnType<typeof leaksModel>, place: number) =>
  model.tables[place]?.rows.map(({ name, figures }) => [name, ...figures])

it('the title states the number of leaked sessions and the main source', () => {
  expect(leaksModel(sessions()).title).toBe('861 of 3,049 sessions leaked, 600 of them from telegram')
  const leaks = { ...sessions().leaks, bySource: [{ source: 'cli', sessions: 9, leaked: 1 }] }
  expect(leaksModel(sessions({ leaked: 1, total: 9, leaks })).title).toBe(
    '1 of 9 sessions leaked, all from cli',
  )
  expect(leaksModel(sessions({ leaked: 0 })).title).toBe('No session has leaked')
})

it('end reasons add up to all sessions, and open rows are split into live and leaked', () => {
  const model = leaksModel(sessions({ byEndReason: { cron_complete: 1275, recovered: 640, null: 1134 } }))
  expect(rowsOf(model, 0)).toEqual([
    ['cron_complete', '1,275', '3,049', '41.8 %'],
    ['never closed, leaked', '861', '3,049', '28.2 %'],
    ['recovered', '640', '3,049', '21 %'],
    ['ended, no reason given', '247', '3,049', '8.1 %'],
    ['still open, live', '26', '3,049', '0.9 %'],
  ])
})

it('a tiny share is not shown as zero', () => {
  const model = leaksModel(sessions({ byEndReason: { compression: 1, null: 887, cron_complete: 2161 } }))
  expect(rowsOf(model, 0)?.at(-1)).toEqual(['compression', '1', '3,049', '<0.1 %'])
})

it('many end reasons are combined into one row with their sum', () => {
  const reasons = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`r${at}`, 100 - at]))
  const total = Object.values(reasons).reduce((sum, count) => sum + count, 0)
  const rows = leaksModel(sessions({ byEndReason: reasons, total, open: 0, leaked: 0, live: 0 })).tables[0]
    ?.rows
  expect(rows).toHaveLength(9)
  expect(rows?.at(-1)).toMatchObject({ name: '12 more', figures: ['1,038', '1,810', '57.3 %'] })
})

it('weeks go back to the first session, and a week without sessions has no rate', () => {
  expect(rowsOf(leaksModel(sessions()), 2)).toEqual([
    ['this week', '261', '1,000', '26.1 %'],
    ['from 2 Nov', '0', '0', 'none'],
    ['from 26 Oct', '600', '2,049', '29.3 %'],
  ])
})
