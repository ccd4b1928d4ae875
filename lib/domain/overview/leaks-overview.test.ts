/** Leaks by source and week: every session is in one week, and the sums match the rows. */
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../shared/time.ts'
import { anOpenSession, aSession, NOW_MS, noClaims } from '../../testing/factories.ts'
import { assessSessions } from '../sessions/assess-sessions.ts'
import type { SessionRow } from '../sessions/session.ts'
import { leaksOverview } from './leaks-overview.ts'

/** NOW_MS is Sunday 15 November 2026. */
const leaksOf = (rows: readonly SessionRow[]) =>
  leaksOverview(assessSessions(rows, noClaims(), NOW_MS), NOW_MS)

const started = (startedMs: number, row: Partial<SessionRow> = {}) =>
  anOpenSession({ id: `s${startedMs}${row.source ?? ''}`, startedMs, ...row })

describe('by week started', () => {
  it.each([
    ['Monday at midnight belongs to its week', Date.UTC(2026, 10, 9), 0, '2026-11-09'],
    ['a millisecond earlier belongs to the week before', Date.UTC(2026, 10, 9) - 1, 1, '2026-11-02'],
    ['the twelfth week is the last one listed', Date.UTC(2026, 7, 24), 11, '2026-08-24'],
  ])('%s', (_, startedMs, ago, week) => {
    expect(leaksOf([started(startedMs)]).byWeek[ago]).toEqual({ week, sessions: 1, leaked: 1 })
  })

  it('older sessions are one group, and a start in the future counts in this week', () => {
    const { byWeek, earlier } = leaksOf([
      started(Date.UTC(2026, 7, 24) - 1),
      started(0),
      aSession({ id: 'ahead', startedMs: NOW_MS + 30 * DAY_MS }),
    ])
    expect(earlier).toEqual({ sessions: 2, leaked: 2 })
    expect(byWeek[0]).toEqual({ week: '2026-11-09', sessions: 1, leaked: 0 })
    expect(byWeek).toHaveLength(12)
  })
})

it('sources are sorted by leaks, compared with all their sessions, and omitted without leaks', () => {
  const { bySource } = leaksOf([
    started(NOW_MS - 20 * DAY_MS, { source: 'telegram' }),
    started(NOW_MS - 21 * DAY_MS, { source: 'telegram' }),
    started(NOW_MS - 20 * DAY_MS, { source: 'cron' }),
    aSession({ id: 'done', source: 'cron' }),
    aSession({ id: 'typed', source: 'cli' }),
    started(NOW_MS, { source: 'cli' }),
  ])
  expect(bySource).toEqual([
    { source: 'telegram', sessions: 2, leaked: 2 },
    { source: 'cron', sessions: 2, leaked: 1 },
  ])
})
