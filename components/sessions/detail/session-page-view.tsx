import Link from 'next/link'
import type { ReactNode } from 'react'
import { ChartCard } from '@/components/charts/chart-card'
import { sourceColor } from '@/components/charts/colors'
import { DataTable } from '@/components/charts/data-table'
import type { SessionPlans } from '@/components/sessions/selection/selection-bar'
import { SessionBadges } from '@/components/sessions/table/session-badges'
import { jobHref, listHref } from '@/components/sessions/view-state'
import { conversationWords, freeWords } from '@/components/sessions/words'
import { EmptyState } from '@/components/ui/empty-state'
import { ExportLinks } from '@/components/ui/export-links'
import { PageHead } from '@/components/ui/page-head'
import { Swatch } from '@/components/ui/swatch'
import type { SessionDetail } from '@/lib/domain/sessions/session-detail'
import { oneLine, sessionLabel } from '@/lib/domain/sessions/session-label'
import type { TranscriptPage } from '@/lib/domain/sessions/transcript'
import { FactCards } from './fact-cards'
import { FileList } from './file-list'
import { LineageList } from './lineage-list'
import { PreviewSession } from './preview-session'
import { RateChart } from './rate-chart'
import { type BarSeries, lifeBars, rateBars } from './rate-model'
import { RoleBar } from './role-bar'
import { roleSplitModel } from './role-model'
import { TranscriptPreview } from './transcript-preview'
import { usageTable } from './usage-model'
import { WhyLeaked } from './why-leaked'
import {
  FILES_UNREAD,
  FLUSHED_AT_RESTART,
  filesInFolder,
  lineageWords,
  MESSAGES_UNREAD,
  NO_MESSAGE_TIME,
  pruneChoice,
  ROLES_UNKNOWN,
  rolesNote,
  STILL_COUNTED,
  USAGE_NOTE,
} from './words'

type Props = {
  detail: SessionDetail
  homeId: string
  /** The list to go back to. */
  list: string
  transcript: TranscriptPage | string
  plans: SessionPlans
}

const CHART_HEIGHT = 96
/** A session of an hour or two fits into the detailed chart. */
const MIN_BARS = 3

/** Everything to know about one session before removing it. */
export function SessionPageView({ detail, homeId, list, transcript, plans }: Props) {
  const { session, lineage, files } = detail
  const roles = roleSplitModel(detail.roles)
  const usage = usageTable(detail.usage)
  const whole = conversationWords(detail)
  const life = lifeBars(detail)
  return (
    <>
      <p className="text-support">
        <Link href={listHref(list, homeId)} className="text-accent-text hover:underline">
          Sessions
        </Link>
      </p>
      <PageHead
        title={sessionLabel(session).text}
        subtitle={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="inline-flex items-center gap-1.5">
              <Swatch color={sourceColor(session.source)} />
              <bdi>{oneLine(session.source)}</bdi>
            </span>
            <span className="font-mono text-support text-text-3 wrap-anywhere">{oneLine(session.id)}</span>
            {session.job !== null && (
              <span>
                job{' '}
                <Link
                  href={jobHref(session.job.id, homeId)}
                  className="text-accent-text underline-offset-2 hover:underline"
                >
                  <bdi>{oneLine(session.job.name)}</bdi>
                </Link>
              </span>
            )}
          </span>
        }
        tools={<Exports homeId={homeId} id={session.id} />}
      />
      <SessionBadges detail={detail} />
      <CleanupSummary detail={detail} whole={whole} homeId={homeId} plans={plans} />
      {detail.whyLeaked !== null && <WhyLeaked signs={detail.whyLeaked} />}
      <div className="grid gap-3 md:gap-4 lg:grid-cols-2 lg:[&>:last-child:nth-child(odd)]:col-span-2">
        <PaceCard series={rateBars(detail)} title={NO_MESSAGE_TIME} />
        {(life === null || life.bars.length >= MIN_BARS) && (
          <PaceCard series={life} title={detail.hours === null ? STILL_COUNTED : NO_MESSAGE_TIME} />
        )}
        <Card title={roles?.title ?? ROLES_UNKNOWN} note={roles && rolesNote(roles.total)}>
          {roles === null ? (
            <p className="text-text-2">{MESSAGES_UNREAD}</p>
          ) : (
            <RoleBar split={roles} withBytes />
          )}
        </Card>
        <Card
          title="Files"
          note={
            session.bytes === null || session.files === null
              ? FILES_UNREAD
              : filesInFolder(session.files, session.bytes)
          }
        >
          {files !== null && <FileList files={files} withAges />}
        </Card>
        {lineage !== null && (
          <Card title="Lineage" note={lineageWords(lineage)}>
            <LineageList lineage={lineage} homeId={homeId} list={list} />
          </Card>
        )}
      </div>
      {usage !== null && (
        <Card title={usage.caption} note={USAGE_NOTE}>
          <section aria-label={usage.caption} className="-mx-4 overflow-x-auto" tabIndex={-1}>
            <DataTable {...usage} />
          </section>
        </Card>
      )}
      <FactCards facts={detail.facts} />
      <TranscriptPreview id={session.id} homeId={homeId} list={list} page={transcript} />
    </>
  )
}

/** Why it is protected, or what removing it would free. A cleanup of this session starts here. */
function CleanupSummary({
  detail,
  whole,
  homeId,
  plans,
}: Omit<Props, 'list' | 'transcript'> & { whole: string | null }) {
  const { session, routes } = detail
  return (
    <div className="rounded-card border border-line bg-surface px-3 py-3 md:px-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <p className="min-w-60 flex-1">{freeWords(detail)}</p>
        <PreviewSession detail={detail} homeId={homeId} plans={plans} />
      </div>
      {session.protections.length === 0 &&
        !detail.leftOpen &&
        session.bytes !== null &&
        session.bytes > 0 && <p className="mt-1 text-text-2">{pruneChoice(session.bytes)}</p>}
      {whole !== null && <p className="mt-1 text-text-2">{whole}</p>}
      {routes.map(({ key, state, flushOnRestart }) => (
        <p key={key} className="mt-1 text-text-2 wrap-anywhere">
          The chat <bdi className="font-mono">{oneLine(key)}</bdi> leads here: {state}
          {flushOnRestart ? FLUSHED_AT_RESTART : ''}.
        </p>
      ))}
    </div>
  )
}

function PaceCard({ series, title }: { series: BarSeries | null; title: string }) {
  if (series === null)
    return (
      <section className="grid rounded-card border border-line bg-surface">
        <EmptyState title={title} minHeight={160} />
      </section>
    )
  return (
    <ChartCard
      title={series.title}
      subtitle={series.subtitle}
      chart={<RateChart series={series} height={CHART_HEIGHT} />}
      table={series.table}
    />
  )
}

type CardProps = { title: string; note?: string | null; children: ReactNode }

function Card({ title, note, children }: CardProps) {
  return (
    <section className="min-w-0 rounded-card border border-line bg-surface px-3 py-3 md:px-4">
      <h2 className="text-card font-strong">{title}</h2>
      {note && <p className="mt-0.5 text-support text-text-3">{note}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}

function Exports({ homeId, id }: { homeId: string; id: string }) {
  const address = `/api/v1/homes/${encodeURIComponent(homeId)}/sessions/${encodeURIComponent(id)}`
  return (
    <>
      <ExportLinks href={address} />
      <a
        href={`${address}/messages`}
        className="inline-flex h-10 items-center rounded-control px-1.5 text-support text-text-2 underline-offset-2 hover:text-text hover:underline md:h-7"
      >
        Messages
      </a>
    </>
  )
}
