/** Titles and notes of the charts that several pages show. */

import type {
  AgeCount,
  CronJobOverview,
  DiskOverview,
  Overview,
  SessionsOverview,
  TokensOverview,
} from '@/lib/domain/overview/overview'
import { oneLine } from '@/lib/domain/sessions/session-label'
import { CLASS_WORDS } from '@/lib/domain/storage/words'
import { tokenWeight } from '@/lib/domain/tokens/token-sums'
import { formatBytes, formatCount, formatPlural, formatShare, formatShort } from '@/lib/shared/numbers'
import type { ChartSubject } from './chart-subject'
import type { CronMeasure } from './cron-share-model'
import type { TokenBar } from './token-days-model'

export const CRON_JOBS_CAPTION = 'Cron jobs by what they write'
export const DISK_NOW_CAPTION = 'Disk blocks by class, now'
export const DISK_HISTORY_CAPTION = 'Disk blocks by class over time, newest first'
export const LEAKED_BY_WEEK = 'Leaked by week started'
export const ENDED_WITHOUT_REASON = 'ended, no reason given'
export const TOKEN_DAYS_CAPTION = 'Tokens by UTC day, newest first'

export function cronTitle({ of, cron, total }: CronMeasure, jobs: readonly CronJobOverview[]): string {
  if (total === 0) return `No ${of} yet`
  if (cron === 0)
    return `Cron ${of === 'transcripts' ? 'wrote' : 'started'} none of ${formatCount(total)} ${of}`
  const claim = `Cron ${of === 'transcripts' ? 'writes' : 'started'} ${formatShare(cron / total)} of ${of}`
  const first = jobs[0]
  const most = first?.[of] ?? 0
  if (first === undefined || most === 0) return claim
  return `${claim}, ${first.name} alone ${formatShare(most / total)}`
}

export function cronSubtitle(
  { of, cron, total }: CronMeasure,
  known: Overview['cronJobs'],
  jobs: readonly CronJobOverview[],
) {
  const share = `${formatCount(cron)} of ${formatPlural(total, of === 'transcripts' ? 'file' : 'session')}`
  if (known === null) return `${share}.`
  const writing = jobs.filter((job) => (job[of] ?? 0) > 0).length
  return `${share}, from ${formatPlural(writing, 'job')}. Runs and tokens of the last 7 days.`
}

export function diskTitle({ classes, homeBytes }: Pick<DiskOverview, 'classes' | 'homeBytes'>): string {
  const largest = [...classes].sort((a, b) => b.bytes - a.bytes)[0]
  if (largest === undefined || largest.bytes === 0 || homeBytes === null)
    return 'Nothing is stored in this home'
  const { subject, isPlural } = CLASS_WORDS[largest.id]
  const claim = `${subject} ${isPlural ? 'are' : 'is'} ${formatBytes(largest.bytes)} of ${formatBytes(homeBytes)}`
  const growth = largest.growthBytesPerDay
  if (growth === null || growth === 0) return claim
  const verb = growth > 0 ? 'grow' : 'shrink'
  return `${claim} and ${verb}${isPlural ? '' : 's'} ${formatBytes(Math.abs(growth))} a day`
}

export function leaksTitle({ leaked, total, leaks }: SessionsOverview): string {
  if (leaked === 0) return 'No session has leaked'
  const claim = `${formatCount(leaked)} of ${formatPlural(total, 'session')} leaked`
  const [first, second] = leaks.bySource
  if (first === undefined) return claim
  const name = oneLine(first.source)
  return second === undefined
    ? `${claim}, all from ${name}`
    : `${claim}, ${formatCount(first.leaked)} of them from ${name}`
}

const YOUNG_BUCKETS = 4

const OLD_BUCKETS = 2

/** Leads with the old ones if they are the majority, otherwise with the young ones. */
export function ageTitle(buckets: readonly AgeCount[], total: number, subject: ChartSubject): string {
  const one = subject.slice(0, -1)
  if (total === 0) return `No ${subject} yet`
  const counts = buckets.map((bucket) => bucket.count)
  const sum = (some: readonly number[]): number => some.reduce((all, each) => all + each, 0)
  const old = sum(counts.slice(-OLD_BUCKETS))
  const isOldNews = old * 2 > total
  const count = isOldNews ? old : sum(counts.slice(0, YOUNG_BUCKETS))
  const than = isOldNews ? 'older than 30 days' : 'younger than 7 days'
  if (total === 1)
    return count === 1 ? `The only ${one} is ${than}` : `The only ${one} is between 7 and 30 days old`
  if (count === total) return `All ${formatCount(total)} ${subject} are ${than}`
  if (count === 0) return `None of ${formatCount(total)} ${subject} is ${than}`
  return `${formatCount(count)} of ${formatCount(total)} ${subject} ${count === 1 ? 'is' : 'are'} ${than}`
}

export function ageSubtitle(overview: Overview, subject: ChartSubject, total: number): string {
  if (subject === 'sessions') {
    const files = overview.files?.transcripts.count === 0 ? ' This home has no transcript files.' : ''
    return `${formatPlural(total, 'session')} by last activity.${files}`
  }
  const { apparentBytes = 0, bytes = 0 } = overview.files?.transcripts ?? {}
  return `${formatPlural(total, 'file')} by age, ${formatBytes(apparentBytes)} apparent, ${formatBytes(bytes)} on disk.`
}

/** Compares today with the days before it, starting at the first day with tokens. */
export function tokenTitle(bars: readonly Pick<TokenBar, 'total' | 'unknown'>[]): string {
  const today = bars.at(-1)?.total ?? 0
  if (bars.at(-1)?.unknown) return 'What today has burned is unknown so far'
  const firstUsed = bars.findIndex((bar) => bar.total > 0)
  if (firstUsed === -1) return `No tokens in ${bars.length} days`
  const before = bars.slice(firstUsed, -1).filter((bar) => !bar.unknown)
  const average = before.reduce((sum, bar) => sum + bar.total, 0) / Math.max(1, before.length)
  if (today === 0) return `No tokens today, ${formatShort(average)} on an average day`
  const claim = `Today has burned ${formatShort(today)} tokens`
  return average === 0 ? claim : `${claim}, ${timesWords(today / average)} an average day`
}

export function auxiliaryWords({ auxiliary }: TokensOverview): string | null {
  if (auxiliary === null || tokenWeight(auxiliary) === 0) return null
  return `Not in the bars: ${formatShort(tokenWeight(auxiliary))} auxiliary tokens (vision, titles, compression), which Hermes books apart.`
}

function timesWords(ratio: number): string {
  if (ratio >= 10) return `${Math.round(ratio)}×`
  return `${Math.round(ratio * 10) / 10}×`
}

export const leaksSubtitle = (leaked: number): string =>
  leaked === 0
    ? 'Every open session has a sign of life.'
    : `Open, and nobody is there: no lease, route, open chat or running job, and silent for longer than their source allows. Until closed, no prune may touch ${leaked === 1 ? 'it' : 'them'}.`

export const showAsTable = (title: string): string => `Show as table: ${title}`

export const arrowKeysLabel = (name: string, read: 'points' | 'columns' | 'days'): string =>
  `${name}. Arrow keys read the ${read}.`
