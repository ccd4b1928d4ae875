/** The home's disk usage by class, now and over the selected range if it was measured at least twice. */

import { dayTimeWords, dayWords } from '@/components/ui/format-utc'
import type { ClassOverview, DiskOverview } from '@/lib/domain/overview/overview'
import { STORAGE_CLASSES, type StorageClass } from '@/lib/domain/storage/storage'
import { CLASS_WORDS } from '@/lib/domain/storage/words'
import { bytesQuantity, formatBytes, formatCount } from '@/lib/shared/numbers'
import { DAY_MS } from '@/lib/shared/time'
import type { Series, TableModel } from './chart-data'
import { CLASS_COLORS } from './colors'
import { DISK_HISTORY_CAPTION, DISK_NOW_CAPTION, diskTitle } from './words'

export type DiskSample = { readonly atMs: number; readonly label: string; readonly total: number } & Readonly<
  Partial<Record<StorageClass, number>>
>

export type DiskClass = Series & {
  readonly key: StorageClass
  readonly bytes: number
}

export type DiskModel = {
  readonly title: string
  /** In the order of the palette, so that neighboring colors differ. */
  readonly classes: readonly DiskClass[]
  readonly totalBytes: number | null
  readonly samples: readonly DiskSample[]
  readonly ticks: readonly { readonly atMs: number; readonly label: string }[]
  readonly table: TableModel
}

const TICKS = 4

type Counted = Pick<DiskOverview, 'homeBytes' | 'classes' | 'history'>

/** Null if not measured yet. */
export function diskModel(disk: Counted, rangeDays: number, seenAt: string): DiskModel | null {
  if (disk.homeBytes === null) return null
  const samples = samplesWithin(disk, Date.parse(seenAt) - rangeDays * DAY_MS)
  const classes = STORAGE_CLASSES.flatMap((id) => disk.classes.filter((one) => one.id === id)).map(toClass)
  return {
    title: diskTitle(disk),
    classes,
    totalBytes: disk.homeBytes,
    samples,
    ticks: ticksOf(samples),
    table: samples.length < 2 ? presentTable(disk) : historyTable(samples, classes),
  }
}

/** Ticks are already round numbers. */
export function byteTick(bytes: number): string {
  if (bytes === 0) return '0'
  const { value, unit } = bytesQuantity(bytes)
  return `${Number(value)} ${unit}`
}

function samplesWithin({ history }: Pick<Counted, 'history'>, fromMs: number): DiskSample[] {
  const points = history
    .map((point) => ({ atMs: Date.parse(point.at), classes: point.classes }))
    .filter((point) => point.atMs >= fromMs)
    .sort((a, b) => a.atMs - b.atMs)
  const isShort = (points.at(-1)?.atMs ?? 0) - (points[0]?.atMs ?? 0) < TICKS * DAY_MS
  return points.map(({ atMs, classes }) => ({
    ...classes,
    atMs,
    label: isShort ? dayTimeWords(atMs) : dayWords(atMs),
    total: Object.values(classes).reduce((sum, bytes) => sum + bytes, 0),
  }))
}

/** Evenly spread over the measured time, formatted like the samples. */
function ticksOf(samples: readonly DiskSample[]): DiskModel['ticks'] {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined || first.atMs === last.atMs) return []
  const spanMs = last.atMs - first.atMs
  const format = spanMs < TICKS * DAY_MS ? dayTimeWords : dayWords
  return Array.from({ length: TICKS }, (_, index) => {
    const atMs = first.atMs + (spanMs * index) / (TICKS - 1)
    return { atMs, label: format(atMs) }
  })
}

const toClass = ({ id, bytes }: ClassOverview): DiskClass => ({
  key: id,
  label: CLASS_WORDS[id].legend,
  color: CLASS_COLORS[id],
  hatched: id === 'unknown',
  bytes,
})

const presentTable = ({ classes, homeBytes }: Counted): TableModel => ({
  caption: DISK_NOW_CAPTION,
  head: ['Class', 'On disk', 'Apparent', 'Files', 'Reclaimable'],
  rows: classes.map((one) => ({
    key: one.id,
    cells: [
      CLASS_WORDS[one.id].legend,
      formatBytes(one.bytes),
      formatBytes(one.apparentBytes),
      formatCount(one.files),
      formatBytes(one.reclaimableBytes),
    ],
  })),
  foot: ['Home', homeBytes === null ? 'unknown' : formatBytes(homeBytes), '', '', ''],
})

const historyTable = (samples: readonly DiskSample[], classes: readonly DiskClass[]): TableModel => ({
  caption: DISK_HISTORY_CAPTION,
  head: ['Counted (UTC)', ...classes.map((one) => one.label), 'Home'],
  rows: samples.toReversed().map((sample) => ({
    key: String(sample.atMs),
    cells: [
      dayTimeWords(sample.atMs),
      ...classes.map((one) => bytesOrUnknown(sample[one.key])),
      formatBytes(sample.total),
    ],
  })),
})

const bytesOrUnknown = (bytes: number | undefined): string =>
  bytes === undefined ? 'unknown' : formatBytes(bytes)
