/** The three vital signs beside the burn: disk space, incoming writes and the WAL, as texts with trends. */
import type { IncidentKind } from '@/lib/domain/watch/incidents/incident'
import type { WatchState } from '@/lib/domain/watch/watch-state'
import { bytesQuantity, formatShare, type Quantity } from '@/lib/shared/numbers'
import { formatFresh, formatSpan } from '@/lib/shared/span'
import { DAY_MS, formatAge, HOUR_MS, MINUTE_MS } from '@/lib/shared/time'

export type Vital = {
  readonly key: 'disk' | 'writes' | 'wal'
  readonly label: string
  readonly status: 'warn' | 'live' | null
  /** Null if unknown. */
  readonly figure: Quantity | null
  readonly words: string
  readonly trend: readonly number[]
  /** Describes the sparkline for screen readers. */
  readonly trendName: string
}

/** A message this recent means that writes are arriving. */
const ARRIVING_MS = 2 * MINUTE_MS

export const vitalsOf = (state: WatchState, nowMs: number): readonly Vital[] => [
  diskVital(state),
  writesVital(state, nowMs),
  walVital(state),
]

function diskVital(state: WatchState): Vital {
  const { freeBytes, totalBytes, trend } = state.disk
  const free = freeBytes === null ? null : bytesQuantity(freeBytes)
  const total = totalBytes === null ? null : bytesQuantity(totalBytes)
  const of =
    free === null || total === null
      ? ''
      : ` of ${Number(total.value)}${total.unit === free.unit ? '' : ` ${total.unit}`}`
  return {
    key: 'disk',
    label: 'Disk free',
    status: isOpen(state, 'disk-filling', 'inodes-filling') ? 'warn' : null,
    figure: free === null ? null : { value: free.value, unit: `${free.unit}${of}` },
    words: `${fillWords(state.disk)} ${inodeWords(state.disk)}`,
    trend,
    trendName: 'Free bytes over time',
  }
}

function fillWords({ freeBytes, daysToFullTrend, hoursToFull }: WatchState['disk']): string {
  if (freeBytes === null) return 'How much is left could not be read.'
  const parts = [
    ...(daysToFullTrend === null ? [] : [`${formatAge(daysToFullTrend * DAY_MS)} on the 7-day trend`]),
    ...(hoursToFull === null ? [] : [`${formatAge(hoursToFull * HOUR_MS)} at the last hour’s rate`]),
  ]
  return parts.length === 0 ? 'Not filling in the last hour.' : `Full in ${parts.join(', ')}.`
}

function inodeWords({ freeInodes, totalInodes }: WatchState['disk']): string {
  if (freeInodes === null || totalInodes === null || totalInodes === 0) return 'Inodes unknown.'
  return `Inodes ${formatShare(Math.round((1 - freeInodes / totalInodes) * 100) / 100)} used.`
}

function writesVital(state: WatchState, nowMs: number): Vital {
  const { lastMessageMs, rowsPerMinute, trend } = state.writes
  const isStalled = isOpen(state, 'writes-stalled', 'newest-row-frozen')
  const ageMs = lastMessageMs === null ? null : nowMs - lastMessageMs
  const isArriving = ageMs !== null && ageMs < ARRIVING_MS
  return {
    key: 'writes',
    label: isStalled ? 'Writes stalled' : isArriving ? 'Writes arriving' : 'Last write',
    status: isStalled ? 'warn' : isArriving ? 'live' : null,
    figure: ageMs === null ? null : ageQuantity(ageMs),
    words: `${rowsPerMinute === null ? 'Rows a minute unknown' : `${Math.round(rowsPerMinute)} rows a minute`}. ${gatewayWords(state.writes, nowMs)}`,
    trend,
    trendName: 'Rows a minute over time',
  }
}

function ageQuantity(ageMs: number): Quantity {
  const words = ageMs < 10_000 ? formatFresh(ageMs) : formatAge(ageMs)
  const [value = '', unit = ''] = words.split(' ')
  return { value, unit: `${unit} ago` }
}

function gatewayWords(writes: WatchState['writes'], nowMs: number): string {
  if (writes.gatewayRunning === null) return 'Whether the gateway runs is unknown.'
  if (!writes.gatewayRunning) return 'The gateway is stopped.'
  const agents =
    writes.activeAgents === null || writes.activeAgents === 0 ? '' : `, ${writes.activeAgents} at work`
  return writes.gatewayActiveMs === null
    ? `The gateway runs${agents}.`
    : `Gateway active ${formatFresh(nowMs - writes.gatewayActiveMs)} ago${agents}.`
}

function walVital(state: WatchState): Vital {
  const { bytes, words, trend } = state.wal
  return {
    key: 'wal',
    label: 'WAL',
    status: isOpen(state, 'wal-growing', 'deleted-inode-held') ? 'warn' : null,
    figure: bytes === null ? null : bytesQuantity(bytes),
    words,
    trend,
    trendName: 'Bytes of the WAL over time',
  }
}

const isOpen = (state: WatchState, ...kinds: readonly IncidentKind[]): boolean =>
  state.incidents.some(({ kind }) => kinds.includes(kind))

/** Holders are read every half minute. An older list says so. */
const HOLDERS_STALE_AFTER_MS = MINUTE_MS

export type HolderRow = {
  readonly pid: number
  readonly command: string
  readonly age: string
  readonly does: string
  readonly isWarning: boolean
}

export function holdersModel(
  { holders, holdersAskedMs }: WatchState,
  nowMs: number,
): { title: string; rows: HolderRow[] } {
  if (holders === null) return { title: 'Who holds state.db is unknown', rows: [] }
  const rows = holders.map(({ pid, command, startedMs, deletedInode, self }) => ({
    pid,
    command: self ? 'this dashboard' : command,
    age: startedMs === null ? 'age unknown' : formatSpan(nowMs - startedMs),
    does: deletedInode ? 'holds a deleted file' : self ? 'reads only' : 'may write',
    isWarning: deletedInode === true,
  }))
  const count = rows.length
  const title =
    count === 0
      ? 'Nobody holds state.db'
      : `${count} ${count === 1 ? 'process holds' : 'processes hold'} state.db`
  const ageMs = holdersAskedMs === null ? 0 : nowMs - holdersAskedMs
  return { title: ageMs < HOLDERS_STALE_AFTER_MS ? title : `${title}, asked ${formatSpan(ageMs)} ago`, rows }
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
