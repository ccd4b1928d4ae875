/** The three vital signs beside the burn: disk space, incoming writes and the WAL, as texts with trends. */

import { isFullSoon } from '@/lib/domain/storage/growth'
import { DISK_FILLS_SOON } from '@/lib/domain/storage/words'
import type { IncidentKind } from '@/lib/domain/watch/incidents/incident'
import type { WatchState } from '@/lib/domain/watch/watch-state'
import { bytesQuantity, type Quantity } from '@/lib/shared/numbers'
import { formatFresh, formatSpan } from '@/lib/shared/span'
import { formatAge, MINUTE_MS } from '@/lib/shared/time'
import {
  DISK_TREND,
  fillWords,
  gatewayWords,
  HOLDERS_UNKNOWN,
  HOLDS_DELETED,
  holdersTitle,
  INCIDENT_OPEN,
  inodeWords,
  rowWords,
  WAL_TREND,
  WRITES_TREND,
} from './words'

export type Vital = {
  readonly key: 'disk' | 'writes' | 'wal'
  readonly label: string
  readonly isLive: boolean
  /** Why it carries a warning sign. */
  readonly warning: string | null
  /** Null if unknown. */
  readonly figure: Quantity | null
  readonly words: string
  readonly trend: readonly number[]
  /** Describes the sparkline for screen readers. */
  readonly trendName: string
}

/** One hour says little about the next weeks. */
const SOON_HOURS = 24
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
    isLive: false,
    warning:
      incidentWarning(state, 'disk-filling', 'inodes-filling') ??
      (fillsSoon(state.disk) ? DISK_FILLS_SOON : null),
    figure: free === null ? null : { value: free.value, unit: `${free.unit}${of}` },
    words: `${fillWords(state.disk)} ${inodeWords(state.disk)}`,
    trend,
    trendName: DISK_TREND,
  }
}

const fillsSoon = ({ freeBytes, daysToFullTrend, hoursToFull }: WatchState['disk']): boolean =>
  freeBytes === 0 || isFullSoon(daysToFullTrend) || (hoursToFull !== null && hoursToFull <= SOON_HOURS)

function writesVital(state: WatchState, nowMs: number): Vital {
  const { lastMessageMs, rowsPerMinute, trend } = state.writes
  const stalled = incidentWarning(state, 'writes-stalled', 'newest-row-frozen')
  const ageMs = lastMessageMs === null ? null : nowMs - lastMessageMs
  const isArriving = ageMs !== null && ageMs < ARRIVING_MS
  return {
    key: 'writes',
    label: stalled !== null ? 'Writes stalled' : isArriving ? 'Writes arriving' : 'Last write',
    isLive: isArriving && stalled === null,
    warning: stalled,
    figure: ageMs === null ? null : ageQuantity(ageMs),
    words: `${rowWords(rowsPerMinute)} ${gatewayWords(state.writes, nowMs)}`,
    trend,
    trendName: WRITES_TREND,
  }
}

function ageQuantity(ageMs: number): Quantity {
  const words = ageMs < 10_000 ? formatFresh(ageMs) : formatAge(ageMs)
  const [value = '', unit = ''] = words.split(' ')
  return { value, unit: `${unit} ago` }
}

function walVital(state: WatchState): Vital {
  const { bytes, words, trend } = state.wal
  return {
    key: 'wal',
    label: 'WAL',
    isLive: false,
    warning: incidentWarning(state, 'wal-growing', 'deleted-inode-held'),
    figure: bytes === null ? null : bytesQuantity(bytes),
    words,
    trend,
    trendName: WAL_TREND,
  }
}

const incidentWarning = (state: WatchState, ...kinds: readonly IncidentKind[]): string | null =>
  state.incidents.some(({ kind }) => kinds.includes(kind)) ? INCIDENT_OPEN : null

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
  if (holders === null) return { title: HOLDERS_UNKNOWN, rows: [] }
  const rows = holders.map(({ pid, command, startedMs, deletedInode, self }) => ({
    pid,
    command: self ? 'this dashboard' : command,
    age: startedMs === null ? 'age unknown' : formatSpan(nowMs - startedMs),
    does: deletedInode ? HOLDS_DELETED : self ? 'reads only' : 'may write',
    isWarning: deletedInode === true,
  }))
  const ageMs = holdersAskedMs === null ? 0 : nowMs - holdersAskedMs
  return { title: holdersTitle(rows.length, ageMs < HOLDERS_STALE_AFTER_MS ? null : ageMs), rows }
}
