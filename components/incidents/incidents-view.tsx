import CircleCheck from 'lucide-react/icons/circle-check'
import Link from 'next/link'
import { PauseBanner } from '@/components/hermes-pause/pause-banner'
import { pageHref } from '@/components/shell/nav/nav-items'
import { BUTTON } from '@/components/ui/button-styles'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHead } from '@/components/ui/page-head'
import { SectionCard } from '@/components/ui/section-card'
import type { HermesPause } from '@/lib/domain/home/hermes-pause'
import type { Incident } from '@/lib/domain/watch/incidents/incident'
import { IncidentTable } from './incident-table'
import {
  INCIDENTS_NOTE,
  incidentsTitle,
  NEWEST_FIRST,
  NO_CLOSED_INCIDENT,
  NO_CLOSED_INCIDENT_NOTE,
} from './words'

type Props = {
  homeId: string
  pause: HermesPause | null
  open: readonly Incident[]
  closed: readonly Incident[]
  /** Cursor of the next older page; null on the last page. */
  nextCursor: string | null
  isFirstPage: boolean
  nowMs: number
}

/** Open incidents, then closed ones, newest first. */
export function IncidentsView({ homeId, pause, open, closed, nextCursor, isFirstPage, nowMs }: Props) {
  const here = pageHref('/watch/incidents', homeId)
  return (
    <>
      <PageHead
        title={incidentsTitle(open)}
        subtitle={INCIDENTS_NOTE}
        tools={
          <>
            <Link href={pageHref('/watch', homeId)} className={BUTTON}>
              The board
            </Link>
            <Link href={pageHref('/watch/limits', homeId)} className={BUTTON}>
              Limits
            </Link>
          </>
        }
      />
      {pause !== null && <PauseBanner pause={pause} nowMs={nowMs} />}
      {open.length > 0 && (
        <SectionCard title="Open now">
          <IncidentTable incidents={open} nowMs={nowMs} label="Open incidents" />
        </SectionCard>
      )}
      <SectionCard title="Closed" subtitle={NEWEST_FIRST}>
        {closed.length === 0 ? (
          <EmptyState
            icon={<CircleCheck size={24} strokeWidth={1.2} />}
            title={NO_CLOSED_INCIDENT}
            minHeight={160}
          >
            {NO_CLOSED_INCIDENT_NOTE}
          </EmptyState>
        ) : (
          <IncidentTable incidents={closed} nowMs={nowMs} label="Closed incidents" />
        )}
      </SectionCard>
      {(nextCursor !== null || !isFirstPage) && (
        <nav aria-label="Pages" className="flex flex-wrap gap-2">
          {!isFirstPage && (
            <Link href={here} className={BUTTON}>
              Newest
            </Link>
          )}
          {nextCursor !== null && (
            <Link href={`${here}&${new URLSearchParams({ cursor: nextCursor })}`} className={BUTTON}>
              Older
            </Link>
          )}
        </nav>
      )}
    </>
  )
}
