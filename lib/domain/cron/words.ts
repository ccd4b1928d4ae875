/** The cron page's title and figures in words. */
import { formatCount, formatPlural, formatShare } from '../../shared/numbers.ts'
import { plainText } from '../../shared/plain-text.ts'
import type { Headline } from '../overview/words.ts'
import type { CronLedger, LedgerJob } from './cron-ledger.ts'

export function cronHeadline(ledger: CronLedger): Headline {
  const { jobs, windowDays } = ledger
  if (jobs === null)
    return {
      title: 'What cron does here is not known yet',
      lead: 'Neither sessions nor files could be read so far.',
    }
  if (jobs.length === 0)
    return { title: 'No cron job has run here', lead: 'No job is set up, and nothing on disk names one.' }
  const gone = jobs.filter(({ exists }) => exists === false).length
  const deleted = gone === 0 ? '' : `, ${formatCount(gone)} of them deleted`
  return {
    title: titleOf(ledger, jobs),
    lead: `${formatPlural(jobs.length, 'job')}${deleted}. Sums are over all time, runs a day over the last ${windowDays} days. Tokens are Hermes' local count.`,
  }
}

/** By sessions, or by files while the rows are unknown. */
function titleOf({ share, totals }: CronLedger, jobs: readonly LedgerJob[]): string {
  const measure = share.sessions === null ? 'files' : 'sessions'
  const all = share[measure]
  if (all === null || (totals?.[measure] ?? 0) === 0)
    return `${formatPlural(jobs.length, 'cron job')}, none of which has run yet`
  const claim = `Cron makes ${formatShare(all)} of all ${measure}`
  const most = jobs.reduce((a, b) => ((b.share[measure] ?? 0) > (a.share[measure] ?? 0) ? b : a))
  const own = most.share[measure] ?? 0
  return jobs.length === 1 || own === 0
    ? claim
    : `${claim}, ${plainText(most.name)} alone ${formatShare(own)}`
}

/** A job that ran once this week must not read as one that never runs. */
export function formatRunsPerDay(runs: number): string {
  if (runs > 0 && runs < 0.1) return '<0.1'
  return runs >= 10 ? formatCount(runs) : String(Math.round(runs * 10) / 10)
}
