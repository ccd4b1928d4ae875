/** How much of what is written comes from cron, and from which of its jobs. */

import { formatRunsPerDay } from '@/lib/domain/cron/words'
import type { CronJobOverview, Overview } from '@/lib/domain/overview/overview'
import { formatBytes, formatCount, formatShare, formatShort } from '@/lib/shared/numbers'
import type { LegendEntry, TableModel } from './chart-data'
import type { ChartSubject } from './chart-subject'
import { ORIGIN_COLORS } from './colors'
import { CRON_JOBS_CAPTION, cronSubtitle, cronTitle } from './words'

type JobRow = {
  readonly key: string
  readonly name: string
  /** A status shown beside the name, such as "deleted". */
  readonly note: string | null
  readonly count: string
  readonly runsPerDay: string
  readonly tokens: string
  readonly bytes: string
  /** Relative to the job that writes most. */
  readonly barShare: number
}

export type CronShareModel = {
  readonly title: string
  readonly subtitle: string
  readonly total: number
  readonly cron: number
  readonly legend: readonly (LegendEntry & { readonly share: string })[]
  readonly countLabel: 'Files' | 'Sessions'
  /** False if no job has a transcript file, because the column would say 0 in every row. */
  readonly showsBytes: boolean
  readonly jobs: readonly JobRow[]
  readonly table: TableModel
}

export type CronMeasure = {
  readonly of: ChartSubject
  readonly cron: number
  readonly total: number
}

const TOP_JOBS = 5

/** Null if not read. */
export function cronShareModel(overview: Overview, subject: ChartSubject): CronShareModel | null {
  const measure = measureOf(overview, subject)
  if (measure === null) return null
  const { cron, total } = measure
  const jobs = [...(overview.cronJobs ?? [])].sort(
    (a, b) =>
      (b[measure.of] ?? 0) - (a[measure.of] ?? 0) ||
      (b.bytes ?? 0) - (a.bytes ?? 0) ||
      (a.id < b.id ? -1 : 1),
  )
  return {
    title: cronTitle(measure, jobs),
    subtitle: cronSubtitle(measure, overview.cronJobs, jobs),
    total,
    cron,
    legend: [
      { ...origin('cron', 'Cron'), value: formatCount(cron), share: shareOf(cron, total) },
      { ...origin('chat', 'Chat'), value: formatCount(total - cron), share: shareOf(total - cron, total) },
    ],
    countLabel: measure.of === 'transcripts' ? 'Files' : 'Sessions',
    showsBytes: hasFiles(jobs),
    jobs: jobRows(jobs, measure.of),
    table: tableOf(jobs),
  }
}

function measureOf({ files, sessions }: Overview, of: ChartSubject): CronMeasure | null {
  if (of === 'sessions')
    return sessions === null ? null : { of, cron: sessions.cron.count, total: sessions.total }
  return files === null ? null : { of, cron: files.transcripts.cron.count, total: files.transcripts.count }
}

function jobRows(jobs: readonly CronJobOverview[], of: CronMeasure['of']): JobRow[] {
  const most = Math.max(1, ...jobs.map((job) => job[of] ?? 0))
  const toRow = (job: CronJobOverview): JobRow => ({
    key: job.id,
    name: job.name,
    note: job.exists ? null : 'deleted',
    count: formatOrUnknown(job[of], formatCount),
    runsPerDay: formatOrUnknown(job.runsPerDay, formatRunsPerDay),
    tokens: formatOrUnknown(job.tokens7d, formatShort),
    bytes: formatOrUnknown(job.bytes, formatBytes),
    barShare: (job[of] ?? 0) / most,
  })
  if (jobs.length <= TOP_JOBS + 1) return jobs.map(toRow)
  const rest = jobs.slice(TOP_JOBS).reduce(addJobs)
  const more = {
    ...toRow(rest),
    key: 'more',
    name: `${formatCount(jobs.length - TOP_JOBS)} more jobs`,
    note: null,
  }
  return [...jobs.slice(0, TOP_JOBS).map(toRow), { ...more, barShare: Math.min(1, more.barShare) }]
}

/** A number that could not be read is unknown, not zero. */
const formatOrUnknown = (figure: number | null, format: (figure: number) => string): string =>
  figure === null ? 'unknown' : format(figure)

const addJobs = (a: CronJobOverview, b: CronJobOverview): CronJobOverview => ({
  ...a,
  transcripts: sum(a.transcripts, b.transcripts),
  bytes: sum(a.bytes, b.bytes),
  sessions: sum(a.sessions, b.sessions),
  runsPerDay: sum(a.runsPerDay, b.runsPerDay),
  tokens7d: sum(a.tokens7d, b.tokens7d),
})

const sum = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b)

function tableOf(jobs: readonly CronJobOverview[]): TableModel {
  const ofFiles = <T>(...cells: T[]): T[] => (hasFiles(jobs) ? cells : [])
  return {
    caption: CRON_JOBS_CAPTION,
    head: ['Job', ...ofFiles('Files'), 'Sessions', 'Runs/day', 'Tokens, 7 d', ...ofFiles('On disk')],
    rows: jobs.map((job) => ({
      key: job.id,
      cells: [
        job.exists ? job.name : `${job.name} (deleted)`,
        ...ofFiles(formatOrUnknown(job.transcripts, formatCount)),
        formatOrUnknown(job.sessions, formatCount),
        formatOrUnknown(job.runsPerDay, formatRunsPerDay),
        formatOrUnknown(job.tokens7d, formatShort),
        ...ofFiles(formatOrUnknown(job.bytes, formatBytes)),
      ],
    })),
  }
}

const hasFiles = (jobs: readonly CronJobOverview[]): boolean =>
  jobs.some(({ transcripts }) => transcripts !== 0)

const origin = (key: 'cron' | 'chat', label: string) => ({ key, label, color: ORIGIN_COLORS[key] })

const shareOf = (count: number, total: number): string => (total === 0 ? 'none' : formatShare(count / total))
