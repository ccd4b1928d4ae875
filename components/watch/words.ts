/** Incidents as the board shows them: the worst first, each with its words and the number the rule looks at. */
import type { Incident, TimelineEntry } from '@/lib/domain/watch/incidents/incident'
import { formatBytes, formatCount, formatShort } from '@/lib/shared/numbers'
import { formatSpan } from '@/lib/shared/span'
import { HOUR_MS, SECOND_MS } from '@/lib/shared/time'
import { formatUsd } from '@/lib/shared/usd'

/** Acting now before building up, unanswered before answered, then the oldest. */
export const worstFirst = (incidents: readonly Incident[]): readonly Incident[] =>
  [...incidents].sort((a, b) => rank(a) - rank(b) || a.openedMs - b.openedMs || (a.id < b.id ? -1 : 1))

const rank = ({ level, acknowledged }: Incident): number =>
  (level === 'critical' ? 0 : 2) + (acknowledged === null ? 0 : 1)

const MAX_TIMELINE_ENTRIES = 5

/** How it began and the newest steps; what lies between is only counted. */
export function shownTimeline(timeline: readonly TimelineEntry[]): {
  readonly first: readonly TimelineEntry[]
  readonly between: number
  readonly last: readonly TimelineEntry[]
} {
  if (timeline.length <= MAX_TIMELINE_ENTRIES) return { first: timeline, between: 0, last: [] }
  const last = timeline.slice(2 - MAX_TIMELINE_ENTRIES)
  return { first: timeline.slice(0, 1), between: timeline.length - 1 - last.length, last }
}

const WARNING_ENTRIES: ReadonlySet<TimelineEntry['kind']> = new Set(['opened', 'escalated', 'evidence'])

export const isWarningEntry = ({ kind }: TimelineEntry): boolean => WARNING_ENTRIES.has(kind)

/** `171 K tokens a minute, limit 50 K`, of a closed one what it came to; null where the rule looks at no number. */
export function evidenceWords({ values, unit, limit, closedMs }: Incident): string | null {
  const last = values.at(-1)
  if (last === undefined || unit === null) return null
  // Hours that are left are worse the fewer.
  const worst = values.reduce(
    (most, { value }) => (unit === 'hours' ? Math.min : Math.max)(most, value),
    last.value,
  )
  const now =
    closedMs === null ? describeValue(last.value, unit) : `at its worst ${describeValue(worst, unit)}`
  return limit === null ? now : `${now}, limit ${describeValue(limit, unit)}`
}

export function describeValue(value: number, unit: Incident['unit']): string {
  switch (unit) {
    case 'tokens/min':
      return `${formatShort(value)} tokens a minute`
    case 'messages':
      return `${formatCount(value)} messages`
    case 'bytes':
      return formatBytes(value)
    case 'seconds':
      return formatSpan(value * SECOND_MS)
    case 'hours':
      return formatSpan(value * HOUR_MS)
    case 'usd':
      return formatUsd(value)
    case 'count':
    case null:
      return formatCount(value)
  }
}
