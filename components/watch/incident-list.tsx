import Link from 'next/link'
import { pageHref } from '@/components/shell/nav/nav-items'
import type { Incident } from '@/lib/domain/watch/incidents/incident'
import type { WatchState } from '@/lib/domain/watch/watch-state'
import { formatSpan } from '@/lib/shared/span'
import { visibleName } from '@/lib/shared/visible-name'
import { BoardCard } from './board-card'
import { type WatchView, watchHref } from './view-state'
import { NO_OPEN_INCIDENT_NOTE, openIncidentsTitle } from './words'

type Props = {
  state: WatchState
  incidents: readonly Incident[]
  /** The incident whose card is open. */
  chosen: string | null
  nowMs: number
  view: WatchView
}

export function IncidentList({ state, incidents, chosen, nowMs, view }: Props) {
  const count = incidents.length
  const title = openIncidentsTitle(count)
  return (
    <BoardCard
      title={title}
      aside={
        view.wall ? (
          <span className="text-support text-text-2">{state.closedThisWeek} closed this week</span>
        ) : (
          <Link
            href={pageHref('/watch/incidents', state.homeId)}
            prefetch={false}
            className="inline-flex min-h-6 items-center text-support text-text-2 underline-offset-2 hover:text-text hover:underline"
          >
            {state.closedThisWeek} closed this week
          </Link>
        )
      }
    >
      {count === 0 ? (
        <div className="px-4 pt-1 pb-3 text-support text-text-3">
          {state.lastClosed === undefined ? (
            <p>{NO_OPEN_INCIDENT_NOTE}</p>
          ) : (
            <LastClosed last={state.lastClosed} homeId={state.homeId} nowMs={nowMs} isPlain={view.wall} />
          )}
        </div>
      ) : (
        <ul className="py-1">
          {incidents.map((incident) => (
            <li key={incident.id}>
              {view.wall ? (
                <div className={INCIDENT_LINE}>
                  <IncidentLine incident={incident} nowMs={nowMs} />
                </div>
              ) : (
                <Link
                  href={watchHref(view, { incident: incident.id })}
                  prefetch={false}
                  scroll={false}
                  aria-current={incident.id === chosen && count > 1 ? 'true' : undefined}
                  className={`${INCIDENT_LINE} hover:bg-raised aria-[current]:bg-raised`}
                >
                  <IncidentLine incident={incident} nowMs={nowMs} />
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </BoardCard>
  )
}

type LastClosedProps = {
  last: NonNullable<WatchState['lastClosed']>
  homeId: string
  nowMs: number
  /** Without links, for the wallboard. */
  isPlain: boolean
}

function LastClosed({ last, homeId, nowMs, isPlain }: LastClosedProps) {
  const { id, title, openedMs, closedMs } = last
  const closed = closedMs ?? nowMs
  const name = visibleName(title)
  return (
    <p className="wrap-anywhere">
      The last one:{' '}
      {isPlain ? (
        <span className="text-text-2">{name}</span>
      ) : (
        <Link
          href={pageHref(`/watch/incidents/${encodeURIComponent(id)}`, homeId)}
          prefetch={false}
          className="text-text-2 underline underline-offset-2 hover:text-text"
        >
          {name}
        </Link>
      )}
      , open for {formatSpan(closed - openedMs)}, closed {formatSpan(nowMs - closed)} ago.
    </p>
  )
}

const INCIDENT_LINE = 'flex min-h-10 items-center gap-2.5 px-4 md:min-h-8'

function IncidentLine({ incident, nowMs }: { incident: Incident; nowMs: number }) {
  return (
    <>
      <SeverityDot level={incident.level} />
      <span className="min-w-0 truncate">{visibleName(incident.title)}</span>
      {incident.acknowledged !== null && <span className="text-support text-text-3">seen</span>}
      <span className="ml-auto flex-none text-text-2">{formatSpan(nowMs - incident.openedMs)}</span>
    </>
  )
}

/** Filled is critical, a ring is a warning. */
function SeverityDot({ level }: { level: Incident['level'] }) {
  return (
    <span
      role="img"
      aria-label={level === 'critical' ? 'Acting now' : 'Building up'}
      className={`size-2 flex-none rounded-full ${level === 'critical' ? 'bg-warn' : 'border-[1.5px] border-warn'}`}
    />
  )
}
