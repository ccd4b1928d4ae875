/** Texts of the Watch board: incidents, the connection status and the lines about the home. */

import { FAR_DAYS } from '@/lib/domain/storage/growth'
import type { HomeSigns } from '@/lib/domain/watch/home-signs'
import type { Incident, TimelineEntry } from '@/lib/domain/watch/incidents/incident'
import type { WatchState } from '@/lib/domain/watch/watch-state'
import { formatBytes, formatCount, formatShare, formatShort } from '@/lib/shared/numbers'
import { formatFresh, formatSpan } from '@/lib/shared/span'
import { DAY_MS, formatAge, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/shared/time'
import { formatUsd } from '@/lib/shared/usd'
import { burnWords } from './burn/words'
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

export const ACKNOWLEDGE_NOTE = 'Note for the others, may be empty'
export const ACKNOWLEDGE_NOTE_SHORT = 'Note, may be empty'
export const NO_SAFE_STEP = 'Nothing that Steward knows of.'
export const HERMES_TOOK_IT = 'Hermes took it. The burn shows whether it helped.'
export const NO_NOTIFICATIONS = 'This browser shows no notifications at this address.'
export const NOTIFICATIONS_DENIED = 'This browser does not allow them. Its settings for this address can.'
export const ALERTS_LABEL = 'Tell me of new incidents'
export const ALERTS_WHEN = 'When an incident opens or gets worse'
export const ALERTS_NOTE =
  'Remembered in this browser. With either on, the page keeps listening while it is hidden.'
export const SOUND_BLOCKED = 'The sound is kept back by this browser'
export const SOUND_BLOCKED_NOTE =
  'It lets a page be heard after the first click or key. Click anywhere here once.'
export const EVIDENCE_CAPTION = 'What the rule looked at'
export const HOLDERS_UNREAD = 'It could not be read here. Unknown is not nobody.'
export const NO_HOLDERS = 'Hermes opens it when it writes.'
export const NO_OPEN_INCIDENT_NOTE = 'A rule that holds long enough opens one here, and it closes by itself.'
export const VITALS_TITLE = 'Disk, writes and WAL'
export const DISK_TREND = 'Free bytes over time'
export const WRITES_TREND = 'Rows a minute over time'
export const WAL_TREND = 'Bytes of the WAL over time'
export const HOLDERS_UNKNOWN = 'Who holds state.db is unknown'
export const HOLDS_DELETED = 'holds a deleted file'
export const READS_PAUSED_NOTE =
  'Steward asks nothing of this home’s database until reads are resumed, by somebody or by themselves after half an hour. Its numbers are of then; the disk and the gateway are of now.'
export const WAITING_TITLE = 'Watch: waiting for the first look'
export const FIRST_SAMPLE = 'The first look is under way'
export const FIRST_SAMPLE_NOTE = 'Steward looks every 5 s. The board fills by itself; rates need two looks.'
export const INCIDENT_OPEN = 'Incident open'
export const LIMITS_LABEL = 'Limits: when Steward speaks up'

export function fillWords({
  freeBytes,
  isFilling,
  daysToFullTrend,
  hoursToFull,
}: WatchState['disk']): string {
  if (freeBytes === null) return 'Free space could not be read.'
  if (freeBytes === 0) return 'The disk is full.'
  const isNear = (days: number | null): days is number => days !== null && days <= FAR_DAYS
  const hourDays = hoursToFull === null ? null : hoursToFull / 24
  const parts = [
    ...(isNear(daysToFullTrend) ? [`${formatAge(daysToFullTrend * DAY_MS)} on the 7-day trend`] : []),
    ...(isNear(hourDays) ? [`${formatAge(hourDays * DAY_MS)} at the last hour’s rate`] : []),
  ]
  if (parts.length > 0) return `Full in ${parts.join(', ')}.`
  if (daysToFullTrend !== null || hourDays !== null) return 'Won’t fill up in the next 2 years.'
  return isFilling === null ? 'No trend yet.' : 'Not filling in the last hour.'
}

export function inodeWords({ freeInodes, totalInodes }: WatchState['disk']): string {
  if (freeInodes === null || totalInodes === null || totalInodes === 0) return 'Inodes unknown.'
  return `Inodes ${formatShare(Math.round((1 - freeInodes / totalInodes) * 100) / 100)} used.`
}

export function gatewayWords(writes: WatchState['writes'], nowMs: number): string {
  if (writes.gatewayRunning === null) return 'Whether the gateway runs is unknown.'
  if (!writes.gatewayRunning) return 'The gateway is stopped.'
  const agents =
    writes.activeAgents === null || writes.activeAgents === 0 ? '' : `, ${writes.activeAgents} at work`
  return writes.gatewayActiveMs === null
    ? `The gateway runs${agents}.`
    : `Gateway active ${formatFresh(nowMs - writes.gatewayActiveMs)} ago${agents}.`
}

/** Null if there is nothing to say about a restart. */
export function restartWords({ restart }: WatchState): { title: string; detail: string } | null {
  const { flushes, calls } = restart
  if (flushes === null) return null
  if (flushes === 0) return { title: 'The next restart flushes nothing', detail: 'No expired routes wait.' }
  return {
    title: `Next restart would flush ${flushes} ${flushes === 1 ? 'route' : 'routes'}`,
    detail: `${calls === null ? 'How many model calls that takes is unknown' : `About ${calls} model calls`}. Remove them while the gateway is stopped.`,
  }
}

export function watchTitle(state: WatchState): string {
  const { rate } = burnWords(state.burn)
  const burn = rate === null ? 'burn unknown' : `${rate.value} ${rate.unit}`.trim().concat(' tokens a minute')
  const count = state.incidents.length
  return `Watch: ${burn}, ${count === 0 ? 'no incident' : count === 1 ? '1 incident' : `${count} incidents`} open`
}

export const PAUSE_WORDS =
  'Stops every read of this home’s database by this dashboard, so that nothing of ours is in the way'

export const TROUBLE_NOTE = 'What depends on it is shown as unknown.'

export const rowWords = (rowsPerMinute: number | null): string =>
  `${rowsPerMinute === null ? 'Rows a minute unknown' : `${Math.round(rowsPerMinute)} rows a minute`}.`

/** The age is null while the list is fresh. */
export function holdersTitle(count: number, ageMs: number | null): string {
  const title =
    count === 0
      ? 'Nobody holds state.db'
      : `${count} ${count === 1 ? 'process holds' : 'processes hold'} state.db`
  return ageMs === null ? title : `${title}, asked ${formatSpan(ageMs)} ago`
}

export const readsPausedTitle = (time: string): string => `Reads are paused since ${time}`

export const openIncidentsTitle = (count: number): string =>
  count === 0 ? 'No incident is open' : `${count} ${count === 1 ? 'incident' : 'incidents'} open`
