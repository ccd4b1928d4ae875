/** Texts of the Watch board: incidents, the connection status and the lines about the home. */

import type { HomeSigns } from '@/lib/domain/watch/home-signs'
import type { Incident, TimelineEntry } from '@/lib/domain/watch/incidents/incident'
import { formatBytes, formatCount, formatShare, formatShort } from '@/lib/shared/numbers'
import { formatFresh, formatSpan } from '@/lib/shared/span'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/shared/time'
import { formatUsd } from '@/lib/shared/usd'
import type { Feed } from './feed/feed-types'
import { POLL_EVERY_MS } from './feed/timing'

/** Critical before warnings, unacknowledged before acknowledged, then the oldest. */
export const worstFirst = (incidents: readonly Incident[]): readonly Incident[] =>
  [...incidents].sort((a, b) => rank(a) - rank(b) || a.openedMs - b.openedMs || (a.id < b.id ? -1 : 1))

const rank = ({ level, acknowledged }: Incident): number =>
  (level === 'critical' ? 0 : 2) + (acknowledged === null ? 0 : 1)

const MAX_TIMELINE_ENTRIES = 5

/** The first entry and the newest ones. Those in between are only counted. */
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

/**
 * For example `171 K tokens a minute, limit 50 K`. A closed incident shows its worst value. Null if the rule
 * has no number.
 */
export function evidenceWords({ values, unit, limit, closedMs }: Incident): string | null {
  const last = values.at(-1)
  if (last === undefined || unit === null) return null
  // For hours left, fewer is worse.
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

export type ConnectionStatus = { readonly tone: 'live' | 'waiting' | 'lost'; readonly text: string }

/** After this many missed samples, the page no longer says "live". */
const MAX_MISSED_SAMPLES = 3

export function connectionStatus(
  { state, connection }: Pick<Feed, 'state' | 'connection'>,
  nowMs: number,
): ConnectionStatus {
  if (connection.kind === 'stopped')
    return {
      tone: 'lost',
      text:
        connection.why === 'signed-out' ? 'Stopped: signed out' : 'Stopped: this home is not there any more',
    }
  if (state === null) return { tone: 'waiting', text: 'Waiting for the first look' }
  const ageMs = Math.max(0, nowMs - state.seenMs)
  const age = formatFresh(ageMs)
  const every = `asking every ${POLL_EVERY_MS / 1_000} s`
  if (connection.kind === 'asking')
    return {
      tone: 'lost',
      text: connection.answered
        ? `Stream lost, last look ${age} ago, ${every}`
        : `No answer, last look ${age} ago, ${every}`,
    }
  if (state.pausedMs !== null) return { tone: 'waiting', text: `Reads paused, last look ${age} ago` }
  if (connection.kind === 'hidden')
    return { tone: 'waiting', text: `Paused while hidden, last look ${age} ago` }
  if (ageMs > MAX_MISSED_SAMPLES * state.everyMs) return { tone: 'waiting', text: `No new look for ${age}` }
  return connection.kind === 'live'
    ? { tone: 'live', text: `Live, ${age} old` }
    : { tone: 'waiting', text: `Seen ${age} ago` }
}

export type SignLine = { readonly name: string; readonly value: string; readonly isWarning: boolean }

/** This many starts within an hour are a restart loop. */
const RESTART_LOOP_STARTS = 3

export function signLines(signs: HomeSigns, nowMs: number): readonly SignLine[] {
  const { routesToEnded, search } = signs
  return [
    { name: 'Grew most', value: growerWords(signs.grower), isWarning: false },
    {
      name: 'Gateway starts',
      value: startWords(signs.starts, nowMs),
      isWarning: (signs.starts?.count ?? 0) >= RESTART_LOOP_STARTS,
    },
    { name: 'Search index', value: searchWords(search), isWarning: search?.stale === true },
    {
      name: 'Routes to ended sessions',
      value: routesToEnded === null ? 'unknown' : String(routesToEnded),
      isWarning: routesToEnded !== null && routesToEnded > 0,
    },
    { name: 'Hermes', value: eraWords(signs), isWarning: false },
    { name: 'Whole-file check', value: 'not taken by Steward', isWarning: false },
  ]
}

function growerWords(grower: HomeSigns['grower']): string {
  if (grower === null) return 'unknown until two walks'
  if (grower === 'none') return 'nothing in a day'
  return `${grower.label}, +${formatBytes(grower.bytes)} in ${formatSpan(grower.overMs)}`
}

function startWords(starts: HomeSigns['starts'], nowMs: number): string {
  if (starts === null) return 'unknown'
  const { count, sinceMs, lastMs } = starts
  const last = lastMs === null ? 'none seen' : `last ${formatSpan(nowMs - lastMs)} ago`
  if (count === 0) return last
  const watchedMs = nowMs - sinceMs
  return `${count} in ${watchedMs > HOUR_MS - 2 * MINUTE_MS ? 'the last hour' : formatSpan(watchedMs)}, ${last}`
}

function searchWords(search: HomeSigns['search']): string {
  if (search === null) return 'unknown'
  if (search.rebuilt !== null) return `rebuilt now, ${formatShare(search.rebuilt)} done`
  return search.stale ? 'detached after damage' : 'nothing under way'
}

const eraWords = ({ schema, flushesAtStart }: HomeSigns): string =>
  schema === null
    ? 'schema unknown'
    : `schema ${schema}, ${flushesAtStart === true ? 'flushes at each start' : 'no flush at start'}`
