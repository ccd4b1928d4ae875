import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import Link from 'next/link'
import type { ComponentProps } from 'react'
import { PreparedPlans } from '@/components/cleanup/prepared-plans'
import { Tiles } from '@/components/overview/tiles'
import { Banners } from '@/components/ui/banners'
import { EmptyState } from '@/components/ui/empty-state'
import { ExportLinks } from '@/components/ui/export-links'
import { PageHead } from '@/components/ui/page-head'
import { SectionCard } from '@/components/ui/section-card'
import { SortChoice } from '@/components/ui/sort-choice'
import type { GatewayReport } from '@/lib/domain/gateway/gateway-report'
import { RouteFilters } from './route-filters'
import { RouteList } from './route-list'
import { gatewayTiles, type RouteRow, routeRow } from './route-model'
import { RouteTable } from './route-table'
import { type GatewayState, gatewayApiHref, gatewayHref, ROUTE_COLUMNS, routeOrder } from './view-state'
import {
  FIRST_ROUTES,
  indexWords,
  NO_ROUTES,
  ROUTES_UNREAD,
  routesInIndex,
  routesShown,
  routesTitle,
} from './words'

type Props = { report: GatewayReport; state: GatewayState; homeId: string }
type PageProps = Props & Pick<ComponentProps<typeof PreparedPlans>, 'findings' | 'startFinding'>

/** Which chat leads to which session, and what the next restart does to it. */
export function GatewayPage({ report, state, homeId, findings, startFinding }: PageProps) {
  const { restart, totals } = report
  return (
    <>
      <PageHead
        title={restart.title}
        subtitle={restart.detail}
        tools={<ExportLinks href={gatewayApiHref(state, homeId)} />}
      />
      <Banners notices={report.notices} />
      <Tiles tiles={gatewayTiles(report)} />
      <PreparedPlans findings={findings} homeId={homeId} startFinding={startFinding} />
      {totals === null || totals.all === 0 ? (
        <NoRoutes report={report} />
      ) : (
        <Routes report={report} totals={totals} state={state} homeId={homeId} />
      )}
    </>
  )
}

function Routes({ report, totals, state, homeId }: Props & { totals: NonNullable<GatewayReport['totals']> }) {
  const rows = (report.entries ?? []).map((entry) => routeRow(entry, report.primary))
  const matched = report.matched ?? 0
  const sessionHref = ({ sessionId }: RouteRow) =>
    `/sessions/${encodeURIComponent(sessionId)}?${new URLSearchParams({ home: homeId })}`
  return (
    <SectionCard title={routesTitle(totals)} subtitle={indexWords(report)}>
      <RouteFilters totals={totals} platforms={report.platforms} state={state} />
      {rows.length === 0 ? (
        <EmptyState title="No route matches" minHeight={128}>
          {routesInIndex(totals.all)}{' '}
          <Link
            href={gatewayHref(state, { state: null, platform: null, onRestart: null, q: null })}
            className="text-accent-text underline"
          >
            Show all
          </Link>
        </EmptyState>
      ) : (
        <>
          <div className="hidden lg:block">
            <RouteTable rows={rows} state={state} sessionHref={sessionHref} />
          </div>
          <SortChoice
            options={ROUTE_COLUMNS.map(({ label, sort }) => ({ label, ...routeOrder(state, sort) }))}
          />
          <div className="lg:hidden">
            <RouteList rows={rows} sessionHref={sessionHref} />
          </div>
          <p className="flex flex-wrap items-center gap-x-3 border-t border-line px-3 py-2 text-support text-text-3 md:px-4">
            {routesShown(rows.length, matched)}
            {report.nextCursor !== null && (
              <Link
                href={gatewayHref(state, { cursor: report.nextCursor })}
                className="inline-flex h-10 items-center text-accent-text md:h-7"
              >
                Show the next
              </Link>
            )}
            {state.cursor !== null && (
              <Link
                href={gatewayHref(state, {})}
                className="inline-flex h-10 items-center text-accent-text md:h-7"
              >
                {FIRST_ROUTES}
              </Link>
            )}
          </p>
        </>
      )}
    </SectionCard>
  )
}

function NoRoutes({ report: { entries } }: { report: GatewayReport }) {
  const isKnown = entries !== null
  return (
    <section className="grid rounded-card border border-line bg-surface">
      <EmptyState
        icon={<ArrowLeftRight size={24} strokeWidth={1.2} />}
        title={isKnown ? 'No gateway index' : 'Unknown'}
        minHeight={256}
      >
        {isKnown ? NO_ROUTES : ROUTES_UNREAD}
      </EmptyState>
    </section>
  )
}
