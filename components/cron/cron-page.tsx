import Clock from 'lucide-react/icons/clock'
import type { ComponentProps } from 'react'
import { PreparedPlans } from '@/components/cleanup/prepared-plans'
import { jobHref } from '@/components/sessions/view-state'
import { Banners } from '@/components/ui/banners'
import { EmptyState } from '@/components/ui/empty-state'
import { ExportLinks } from '@/components/ui/export-links'
import { PageHead } from '@/components/ui/page-head'
import { SectionCard } from '@/components/ui/section-card'
import type { CronLedger } from '@/lib/domain/cron/cron-ledger'
import { sortLedger } from '@/lib/domain/cron/cron-order'
import { cronHeadline } from '@/lib/domain/cron/words'
import { formatPlural } from '@/lib/shared/numbers'
import type { CronView } from './cron-view-state'
import { LedgerList } from './ledger-list'
import { failureWords, LEDGER_COLUMNS, ledgerRow, outputWords } from './ledger-model'
import { LedgerTable } from './ledger-table'
import { ShareCard } from './share-card'

type Props = { ledger: CronLedger; view: CronView; homeId: string }
type PageProps = Props & Pick<ComponentProps<typeof PreparedPlans>, 'findings' | 'startFinding'>

/** Which job writes, costs and fails how much, deleted ones too. */
export function CronPage({ ledger, view, homeId, findings, startFinding }: PageProps) {
  const { title, lead } = cronHeadline(ledger)
  const api = `/api/v1/homes/${encodeURIComponent(homeId)}/cron?sort=${view.sort}&order=${view.order}`
  return (
    <>
      <PageHead title={title} subtitle={lead} tools={<ExportLinks href={api} />} />
      <Banners notices={ledger.notices} />
      <PreparedPlans findings={findings} homeId={homeId} startFinding={startFinding} />
      {ledger.jobs === null || ledger.jobs.length === 0 ? (
        <NoJobs known={ledger.jobs !== null} />
      ) : (
        <>
          <ShareCard ledger={ledger} />
          <Ledger ledger={ledger} jobs={ledger.jobs} view={view} homeId={homeId} />
          <Failures ledger={ledger} jobs={ledger.jobs} />
        </>
      )}
    </>
  )
}

function Ledger({ ledger, jobs, view, homeId }: Props & { jobs: NonNullable<CronLedger['jobs']> }) {
  const seenMs = Date.parse(ledger.seenAt)
  const rows = sortLedger(jobs, view).map((job) => ledgerRow(job, seenMs))
  const sortLabel = LEDGER_COLUMNS.find(({ sort }) => sort === view.sort)?.long.toLowerCase() ?? 'name'
  const sessionsHref = (job: string) => jobHref(job, homeId)
  return (
    <SectionCard
      title={`${formatPlural(jobs.length, 'job')} by ${sortLabel}`}
      subtitle={`${outputWords(ledger)} ${failureWords(ledger)} Runs a day are those of the last ${ledger.windowDays} days, by rows, by the scheduler’s ledger or by outputs, whichever has most. Helpers are continuations and subagents of a job's runs; their sums stand apart in the JSON.`}
    >
      {ledger.totals !== null && (
        <div className="hidden lg:block">
          <LedgerTable rows={rows} totals={ledger.totals} view={view} sessionsHref={sessionsHref} />
        </div>
      )}
      <div className="lg:hidden">
        <LedgerList rows={rows} view={view} sessionsHref={sessionsHref} />
      </div>
    </SectionCard>
  )
}

function Failures({ ledger, jobs }: { ledger: CronLedger; jobs: NonNullable<CronLedger['jobs']> }) {
  const seenMs = Date.parse(ledger.seenAt)
  const failed = sortLedger(jobs, { sort: 'failures', order: 'desc' })
    .map((job) => ledgerRow(job, seenMs))
    .filter(({ errors }) => errors.length > 0)
  if (failed.length === 0) return null
  return (
    <SectionCard
      title={`${formatPlural(failed.length, 'job')} left an error`}
      subtitle="What the scheduler wrote down of the last run, the last one that failed, and the last delivery."
    >
      <ul>
        {failed.map(({ id, name, cells, errors }) => (
          <li key={id} className="border-t border-line px-3 py-2 text-support md:px-4">
            <b className="font-medium">{name}</b>{' '}
            <span className="text-text-3">
              {cells.failures.main} failed{cells.failures.under === '' ? '' : `, ${cells.failures.under}`}
            </span>
            {errors.map(({ of, text }) => (
              <p key={of} className="wrap-anywhere text-text-2">
                <span className="text-text-3">{of}:</span> <bdi className="font-mono">{text}</bdi>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

function NoJobs({ known }: { known: boolean }) {
  return (
    <section className="grid rounded-card border border-line bg-surface">
      <EmptyState
        icon={<Clock size={24} strokeWidth={1.2} />}
        title={known ? 'No cron jobs' : 'Not known yet'}
        minHeight={256}
      >
        {known
          ? 'Hermes runs a prompt on a schedule when you ask it to, or with hermes cron. Each run is a session of its own; from the first one on, this page shows what every job writes and costs.'
          : 'Neither sessions nor files could be read so far. What could not be read is named above; the ledger appears here by itself.'}
      </EmptyState>
    </section>
  )
}
