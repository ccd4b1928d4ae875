/** Texts of the overview. */

import type { ChartSubject } from '@/components/charts/chart-subject'
import type { Finding } from '@/lib/domain/overview/overview'
import { formatBytes, formatCount, formatPlural, formatShort } from '@/lib/shared/numbers'

export const OVERVIEW_RANGE = 'Range of disk and token history'
export const EMPTY_HOME =
  'This home has a state.db without sessions. The first chat or cron run appears here within a few seconds.'
export const PROGRESS_NOTE = 'What depends on it says unknown until then. You can go on working.'
export const CRON_SHARE_UNKNOWN = 'Cron share is unknown'
export const FIRST_RUN_SOON = 'The first chat or cron run appears here within a few seconds.'
export const JOBS_UNKNOWN = 'The jobs are unknown: they could not be read.'
export const NO_JOBS = 'No cron job is known here.'
export const DISK_UNKNOWN = 'The disk usage of this home is not counted yet'
export const DISK_BY_CLASS = 'Disk blocks by class.'
export const DISK_SOON = 'The figures appear here by themselves when the first count ends.'
export const DISK_CHART_NAME = 'Disk blocks by class over time'
export const SINGLE_COUNT = 'This is one count. Growth needs a second one; the curve starts here by itself.'
export const FINDINGS_TITLE = 'What can go, largest first'
export const FINDINGS_NOTE = 'Each opens a preview. Nothing moves until you approve it.'
export const NOTHING_IN_READ = 'Nothing found in what was read'
export const LEAKS_UNKNOWN = 'What leaked is unknown'
export const SESSIONS_UNREAD = 'Sessions could not be read. What could not be read is named above.'
export const AGE_UNKNOWN = 'Session age is unknown'
export const AGE_SUBJECT = 'Session age of'
export const CRON_SUBJECT = 'Cron share of'
export const TOKENS_UNKNOWN = 'Token counts are unknown'
export const USED_LABEL = 'Used by this home'
export const NOT_COUNTED = 'Not counted yet.'
export const RECLAIMABLE_UNKNOWN = 'How much can go is unknown.'
export const NO_SPACE_LEFT = 'No space is left.'
export const DISK_FULL = 'The disk is full'
export const GROWTH_NEEDS_COUNT = 'growth needs a second count'
export const SESSIONS_UNREAD_SHORT = 'Sessions could not be read.'
export const BURN_LABEL = 'Burn, last minute'
export const BURN_NEEDS_SAMPLES = 'Measured within seconds'
export const NO_BURN_YESTERDAY = 'No data yet for yesterday'
export const BURN_HIGH = 'Far above the same time yesterday'

export const SUBJECT_LABELS: Readonly<Record<ChartSubject, string>> = {
  transcripts: 'Transcripts',
  sessions: 'Sessions',
}

export function dayGrowthWords(bytesPerDay: number): string {
  if (bytesPerDay === 0) return 'no growth'
  return `${bytesPerDay > 0 ? '+' : '−'}${formatBytes(Math.abs(bytesPerDay))} a day`
}

export const burnYesterday = (perMinute: number): string =>
  `Yesterday at this time: ${formatShort(perMinute)}`

export const FREES_MEANINGS: Readonly<Record<Finding['frees'], string>> = {
  now: 'on disk',
  'after-compaction': 'after compaction',
  'nothing-yet': 'frees nothing yet',
}

export const unknownSoFar = (unread: readonly string[]): string => `Unknown so far: ${unread.join(', ')}.`

export const allStay = (sessions: number, transcripts: number): string =>
  `${formatPlural(sessions, 'session')}, ${formatPlural(transcripts, 'transcript')} and all other files were judged, and all stay.`

export const showLeaked = (leaked: number): string => `Show the ${formatPlural(leaked, 'leaked session')}`

export const tokensNote = (rangeDays: number): string =>
  `Hermes' local count, last ${rangeDays} days, booked on the UTC day a session started.`

export const noTokensIn = (rangeDays: number): string =>
  `No session of the last ${rangeDays} days has counted tokens.`

export const countedSoFar = (what: string, done: number): string => `${what}: ${formatCount(done)} so far`

export const countedOf = (what: string, done: number, hedge: string, expected: number): string =>
  `${what}: ${formatCount(done)} of ${hedge}${formatCount(expected)}`
