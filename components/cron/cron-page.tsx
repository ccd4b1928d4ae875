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
import { LEDGER_COLUMNS, ledgerRow } from './ledger-model'
import { LedgerTable } from './ledger-table'
import { ShareCard } from './share-card'
import { CRON_UNREAD, FAILURES_NOTE, failuresTitle, ledgerNote, NO_CRON_JOBS } from './words'

type Props = { ledger: CronLedger; view: CronView; homeId: string }
type PageProps = Props & Pick<ComponentProps<typeof PreparedPlans>, 'findings' | 'startFinding'>

/** How much each job writes, costs and fails, including deleted jobs. */
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
    <SectionCard title={`${formatPlural(jobs.length, 'job')} by ${sortLabel}`} subtitle={ledgerNote(ledger)}>
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
    <SectionCard title={failuresTitle(failed.length)} subtitle={FAILURES_NOTE}>
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
        {known ? NO_CRON_JOBS : CRON_UNREAD}
      </EmptyState>
    </section>
  )
}
