/** The age of transcripts or sessions, split into cron and the rest. */

import type { AgeCount, Overview } from '@/lib/domain/overview/overview'
import { formatCount } from '@/lib/shared/numbers'
import type { LegendEntry, TableModel } from './chart-data'
import type { ChartSubject } from './chart-subject'
import { ORIGIN_COLORS } from './colors'
import { ageSubtitle, ageTitle } from './words'

export type AgeBar = {
  readonly label: string
  readonly cron: number
  readonly chat: number
  readonly total: number
}

export type SessionAgeModel = {
  readonly title: string
  readonly subtitle: string
  readonly bars: readonly AgeBar[]
  readonly legend: readonly LegendEntry[]
  readonly table: TableModel
}

/** Null if not read. */
export function sessionAgeModel(overview: Overview, subject: ChartSubject): SessionAgeModel | null {
  const buckets =
    subject === 'sessions' ? overview.sessions?.ageBuckets : overview.files?.transcripts.ageBuckets
  if (buckets === undefined) return null
  const bars = buckets.map(toBar)
  const cron = sumOf(bars.map((bar) => bar.cron))
  const total = sumOf(bars.map((bar) => bar.total))
  return {
    title: ageTitle(buckets, total, subject),
    subtitle: ageSubtitle(overview, subject, total),
    bars,
    legend: [
      { key: 'cron', label: 'Cron', color: ORIGIN_COLORS.cron, value: formatCount(cron) },
      { key: 'chat', label: 'Chat', color: ORIGIN_COLORS.chat, value: formatCount(total - cron) },
    ],
    table: tableOf(bars, subject, cron, total),
  }
}

const toBar = ({ label, count, cron }: AgeCount): AgeBar => ({
  label: label.replace('-', '–').replace(/[hd]$/, ' $&'),
  cron,
  chat: count - cron,
  total: count,
})

const tableOf = (
  bars: readonly AgeBar[],
  subject: ChartSubject,
  cron: number,
  total: number,
): TableModel => ({
  caption: `${subject === 'sessions' ? 'Sessions' : 'Transcripts'} by age`,
  head: ['Age', 'Cron', 'Chat', 'All'],
  rows: bars.map((bar) => ({
    key: bar.label,
    cells: [bar.label, ...[bar.cron, bar.chat, bar.total].map(formatCount)],
  })),
  foot: ['All ages', ...[cron, total - cron, total].map(formatCount)],
})

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
