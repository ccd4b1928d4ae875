/** The age of transcripts or sessions, split into cron and the rest. */
import type { AgeCount, Overview } from '@/lib/domain/overview/overview'
import { formatBytes, formatCount, formatPlural } from '@/lib/shared/numbers'
import type { LegendEntry, TableModel } from './chart-data'
import { ORIGIN_COLORS } from './colors'

export type AgeSubject = 'transcripts' | 'sessions'
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

const YOUNG_BUCKETS = 4
const OLD_BUCKETS = 2

/** Null if not read. */
export function sessionAgeModel(overview: Overview, subject: AgeSubject): SessionAgeModel | null {
  const buckets =
    subject === 'sessions' ? overview.sessions?.ageBuckets : overview.files?.transcripts.ageBuckets
  if (buckets === undefined) return null
  const bars = buckets.map(toBar)
  const cron = sumOf(bars.map((bar) => bar.cron))
  const total = sumOf(bars.map((bar) => bar.total))
  return {
    title: ageTitle(buckets, total, subject),
    subtitle: subtitleOf(overview, subject, total),
    bars,
    legend: [
      { key: 'cron', label: 'Cron', color: ORIGIN_COLORS.cron, value: formatCount(cron) },
      { key: 'chat', label: 'Chat', color: ORIGIN_COLORS.chat, value: formatCount(total - cron) },
    ],
    table: tableOf(bars, subject, cron, total),
  }
}

/** Leads with the old ones if they are the majority, otherwise with the young ones. */
export function ageTitle(buckets: readonly AgeCount[], total: number, subject: AgeSubject): string {
  const one = subject.slice(0, -1)
  if (total === 0) return `No ${subject} yet`
  const counts = buckets.map((bucket) => bucket.count)
  const old = sumOf(counts.slice(-OLD_BUCKETS))
  const isOldNews = old * 2 > total
  const count = isOldNews ? old : sumOf(counts.slice(0, YOUNG_BUCKETS))
  const than = isOldNews ? 'older than 30 days' : 'younger than 7 days'
  if (total === 1)
    return count === 1 ? `The only ${one} is ${than}` : `The only ${one} is between 7 and 30 days old`
  if (count === total) return `All ${formatCount(total)} ${subject} are ${than}`
  if (count === 0) return `None of ${formatCount(total)} ${subject} is ${than}`
  return `${formatCount(count)} of ${formatCount(total)} ${subject} ${count === 1 ? 'is' : 'are'} ${than}`
}

const toBar = ({ label, count, cron }: AgeCount): AgeBar => ({
  label: label.replace('-', '–').replace(/[hd]$/, ' $&'),
  cron,
  chat: count - cron,
  total: count,
})

function subtitleOf(overview: Overview, subject: AgeSubject, total: number): string {
  if (subject === 'sessions') return `${formatPlural(total, 'session row')} of state.db, by age.`
  const { apparentBytes = 0, bytes = 0 } = overview.files?.transcripts ?? {}
  return `${formatPlural(total, 'file')} by age, ${formatBytes(apparentBytes)} apparent, ${formatBytes(bytes)} on disk.`
}

const tableOf = (bars: readonly AgeBar[], subject: AgeSubject, cron: number, total: number): TableModel => ({
  caption: `${subject === 'sessions' ? 'Sessions' : 'Transcripts'} by age`,
  head: ['Age', 'Cron', 'Chat', 'All'],
  rows: bars.map((bar) => ({
    key: bar.label,
    cells: [bar.label, ...[bar.cron, bar.chat, bar.total].map(formatCount)],
  })),
  foot: ['All ages', ...[cron, total - cron, total].map(formatCount)],
})

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
