/** How sessions end and which never do, by source and by the week they started. */

import { dayWords } from '@/components/ui/format-utc'
import type { SessionsOverview } from '@/lib/domain/overview/overview'
import { oneLine } from '@/lib/domain/sessions/session-label'
import { formatCount, formatShare } from '@/lib/shared/numbers'
import { sourceColor } from './colors'
import { ENDED_WITHOUT_REASON, LEAKED_BY_WEEK, leaksSubtitle, leaksTitle } from './words'

type BarRow = {
  readonly key: string
  readonly name: string
  readonly color: string
  /** Relative to the longest bar. */
  readonly barShare: number
  readonly figures: readonly string[]
}

export type BarTableModel = {
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly BarRow[]
}

type LeaksModel = {
  readonly title: string
  readonly subtitle: string
  readonly leaked: number
  readonly tables: readonly BarTableModel[]
}

type Count = {
  readonly key: string
  readonly name: string
  readonly color: string
  readonly count: number
  readonly of: number
}

const MAX_ROWS = 8
const LEAKED = 'var(--warn)'
const NEUTRAL = 'var(--s-other)'

export function leaksModel(sessions: SessionsOverview): LeaksModel {
  const { leaked, leaks } = sessions
  return {
    title: leaksTitle(sessions),
    subtitle: leaksSubtitle(leaked),
    leaked,
    tables: [
      table(
        'How sessions end',
        ['End reason', 'Sessions', 'Of', 'Share'],
        groupSmallest(countsByEnd(sessions), sessions.total),
      ),
      table(
        'Leaked by source',
        ['Source', 'Leaked', 'Of', 'Rate'],
        groupSmallest(leaks.bySource.map(countOfSource)),
      ),
      table(LEAKED_BY_WEEK, ['Week', 'Leaked', 'Of', 'Rate'], countsByWeek(sessions)),
    ],
  }
}

/** Open rows are split into leaked and live. Some rows have an end but no reason. */
function countsByEnd({ byEndReason, open, leaked, live, total }: SessionsOverview): Count[] {
  const { null: withoutReason = 0, ...reasons } = byEndReason
  const counts = [
    { key: 'leaked', name: 'never closed, leaked', color: LEAKED, count: leaked },
    { key: 'live', name: 'still open, live', color: NEUTRAL, count: live },
    {
      key: 'unsaid',
      name: ENDED_WITHOUT_REASON,
      color: NEUTRAL,
      count: Math.max(0, withoutReason - open),
    },
    ...Object.entries(reasons).map(([reason, count]) => ({
      key: `reason ${reason}`,
      name: oneLine(reason),
      color: NEUTRAL,
      count,
    })),
  ]
  return counts
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map((each) => ({ ...each, of: total }))
}

const countOfSource = ({
  source,
  leaked,
  sessions,
}: SessionsOverview['leaks']['bySource'][number]): Count => ({
  key: source,
  name: oneLine(source),
  color: sourceColor(source),
  count: leaked,
  of: sessions,
})

/** Weeks before the first session are left out, empty weeks after it are not. */
function countsByWeek({ leaks: { byWeek, earlier } }: SessionsOverview): Count[] {
  const hasEarlier = earlier.sessions > 0
  const last = hasEarlier ? byWeek.length : byWeek.findLastIndex(({ sessions }) => sessions > 0) + 1
  const weeks = byWeek.slice(0, last).map(({ week, sessions, leaked }, ago) => ({
    key: week,
    name: ago === 0 ? 'this week' : `from ${dayWords(Date.parse(week))}`,
    color: LEAKED,
    count: leaked,
    of: sessions,
  }))
  if (!hasEarlier) return weeks
  return [
    ...weeks,
    { key: 'earlier', name: 'earlier', color: LEAKED, count: earlier.leaked, of: earlier.sessions },
  ]
}

/**
 * An open set of names would push everything below it off the page. Parts of a whole keep `total` as their
 * sum.
 */
function groupSmallest(counts: readonly Count[], total?: number): readonly Count[] {
  if (counts.length <= MAX_ROWS + 1) return counts
  const rest = counts.slice(MAX_ROWS)
  const sum = (of: (each: Count) => number): number => rest.reduce((all, each) => all + of(each), 0)
  const more = {
    key: 'more',
    name: `${formatCount(rest.length)} more`,
    color: NEUTRAL,
    count: sum(({ count }) => count),
    of: total ?? sum(({ of }) => of),
  }
  return [...counts.slice(0, MAX_ROWS), more]
}

const table = (caption: string, head: readonly string[], counts: readonly Count[]): BarTableModel => {
  const most = Math.max(1, ...counts.map(({ count }) => count))
  return {
    caption,
    head,
    rows: counts.map(({ key, name, color, count, of }) => ({
      key,
      name,
      color,
      barShare: count / most,
      figures: [formatCount(count), formatCount(of), shareOf(count, of)],
    })),
  }
}

/** A small share is not shown as zero. */
function shareOf(count: number, of: number): string {
  if (of === 0) return 'none'
  return count > 0 && count / of < 0.0005 ? '<0.1 %' : formatShare(count / of)
}
