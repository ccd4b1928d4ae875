/** Leaked sessions by source and by week, compared with all sessions started. */
import { DAY_MS, toUtcDay } from '../../shared/time.ts'
import type { Session } from '../sessions/session.ts'
import type { LeaksOverview } from './overview.ts'

const WEEK_MS = 7 * DAY_MS
/** The epoch began on a Thursday, and weeks begin on Mondays. */
const FIRST_MONDAY_MS = 4 * DAY_MS
const WEEKS = 12

type Tally = { sessions: number; leaked: number }

export function leaksOverview(sessions: readonly Session[], nowMs: number): LeaksOverview {
  const thisWeekMs = weekOf(nowMs)
  const bySource = new Map<string, Tally>()
  const weeks: Tally[] = Array.from({ length: WEEKS }, () => ({ sessions: 0, leaked: 0 }))
  const earlier: Tally = { sessions: 0, leaked: 0 }
  for (const session of sessions) {
    const source = bySource.get(session.source) ?? { sessions: 0, leaked: 0 }
    bySource.set(session.source, source)
    // A start in the future counts in this week.
    const ago = Math.max(0, Math.round((thisWeekMs - weekOf(session.startedMs)) / WEEK_MS))
    for (const tally of [source, weeks[ago] ?? earlier]) {
      tally.sessions += 1
      if (session.state === 'leaked') tally.leaked += 1
    }
  }
  return {
    bySource: [...bySource]
      .map(([source, tally]) => ({ source, ...tally }))
      .filter(({ leaked }) => leaked > 0)
      .sort((a, b) => b.leaked - a.leaked || (a.source < b.source ? -1 : 1)),
    byWeek: weeks.map((tally, ago) => ({ week: toUtcDay(thisWeekMs - ago * WEEK_MS), ...tally })),
    earlier,
  }
}

/** The Monday, in UTC, of the week of a given time. */
const weekOf = (ms: number): number =>
  Math.floor((ms - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS
