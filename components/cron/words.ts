/** Texts of the cron page. */

import { type CronLedger, LEDGER_MEASURES, type LedgerMeasure } from '@/lib/domain/cron/cron-ledger'
import { formatBytes, formatCount, formatPlural, formatShare } from '@/lib/shared/numbers'

export const FAILURES_NOTE =
  'What the scheduler wrote down of the last run, the last one that failed, and the last delivery.'
export const NO_CRON_JOBS =
  'Hermes runs a prompt on a schedule when you ask it to, or with hermes cron. Each run is a session of its own; from the first one on, this page shows what every job writes and costs.'
export const CRON_UNREAD =
  'Neither sessions nor files could be read so far. What could not be read is named above; the ledger appears here by itself.'
export const JOB_DELETED = 'no longer in jobs.json'
export const CRON_PAGE_SHARE_NOTE =
  'Of everything in this home. Files are transcripts, request dumps and outputs; bytes are those and the messages inside the database.'
export const LARGEST_JOB = 'The largest job of each'
export const SHARE_CAPTION = 'What cron makes of everything in this home'
export const SHARE_OF_ALL = 'Its share of all'

/** Explains what counts as a failure, which depends on where failures are read from. */
export function failureWords({ failuresFrom, executionsSince }: CronLedger): string {
  if (failuresFrom === null) return 'Failures are unknown: the scheduler’s ledger could not be read.'
  if (failuresFrom === 'open-rows')
    return 'This home has no ledger of runs, so a failure is a run whose row was never closed.'
  return `Failures are those of the scheduler’s own ledger${executionsSince === null ? '' : `, since ${executionsSince.slice(0, 10)}`}.`
}

export function outputWords({ outputsKept, deletedOutputs }: CronLedger): string {
  const kept =
    outputsKept === null
      ? 'Hermes keeps every output.'
      : `Hermes keeps ${formatCount(outputsKept)} outputs of a job, and tidies only when it runs.`
  if (deletedOutputs === null || deletedOutputs.count === 0) return kept
  return `${kept} ${formatPlural(deletedOutputs.count, 'output')} of deleted jobs, ${formatBytes(deletedOutputs.bytes)}, stay until somebody cleans up cron output.`
}

export const MEASURE_LABELS: Readonly<Record<LedgerMeasure, string>> = {
  sessions: 'Sessions',
  messages: 'Messages',
  tokens: 'Tokens',
  files: 'Files',
  bytes: 'Bytes',
}

export function cronShareTitle({ share }: CronLedger): string {
  const known = LEDGER_MEASURES.flatMap((measure) => {
    const value = share[measure]
    return value === null ? [] : [{ measure, value }]
  })
  const [first, ...rest] = known
  if (first === undefined) return 'What cron makes of everything is unknown'
  const most = rest.reduce((a, b) => (b.value > a.value ? b : a), first)
  const least = rest.reduce((a, b) => (b.value < a.value ? b : a), first)
  const claim = `Cron holds ${formatShare(most.value)} of ${MEASURE_LABELS[most.measure].toLowerCase()}`
  return most.value === least.value
    ? claim
    : `${claim} and ${formatShare(least.value)} of ${MEASURE_LABELS[least.measure].toLowerCase()}`
}

export const ledgerNote = (ledger: CronLedger): string =>
  `${outputWords(ledger)} ${failureWords(ledger)} Runs a day are those of the last ${ledger.windowDays} days, by rows, by the scheduler’s ledger or by outputs, whichever has most. Helpers are continuations and subagents of a job's runs; their sums stand apart in the JSON.`

export const failuresTitle = (jobs: number): string => `${formatPlural(jobs, 'job')} left an error`

export const failureStreak = (count: number): string => `${formatCount(count)} failures in a row`
