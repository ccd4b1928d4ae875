'use client'

import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Link from 'next/link'
import { useId } from 'react'
import type { MayNot } from '@/components/cleanup/plan/plan-page-model'
import { PauseLine } from '@/components/hermes-pause/pause-line'
import { pageHref } from '@/components/shell/nav/nav-items'
import type { HermesPause } from '@/lib/domain/home/hermes-pause'
import type { Advice } from '@/lib/domain/watch/incidents/advice'
import type { Incident, TimelineEntry } from '@/lib/domain/watch/incidents/incident'
import { formatSpan } from '@/lib/shared/span'
import { visibleName } from '@/lib/shared/visible-name'
import { Acknowledge } from './acknowledge'
import { AdviceList } from './advice-list'
import { EvidenceChart } from './evidence-chart'
import { type Clock, useClock } from './feed/use-clock'
import type { WatchActions } from './watch-actions'
import { isWarningEntry, shownTimeline } from './words'

type Props = {
  incident: Incident
  /** Of the incident's home. */
  pause: HermesPause | null
  advice: Advice | undefined
  nowMs: number
  actions: WatchActions
  mayNot: MayNot
  wall: boolean
}

/** One incident: when it opened, its rule, what happened, and what is safe to do. */
export function IncidentCard({ incident, pause, advice, nowMs, actions, mayNot, wall }: Props) {
  const clock = useClock()
  const headingId = useId()
  const title = visibleName(incident.title)
  return (
    <section
      aria-labelledby={headingId}
      className="relative min-w-0 rounded-card border border-warn-line bg-surface"
    >
      <header className="flex items-center gap-3 rounded-t-[7px] border-b border-warn-line bg-warn-weak px-4 py-2">
        <TriangleAlert size={16} strokeWidth={1.5} className="flex-none text-warn" aria-hidden />
        <div className="min-w-0 flex-1 md:pr-28">
          <h2 id={headingId} className="text-card font-strong wrap-break-word">
            {wall ? (
              title
            ) : (
              <Link
                href={pageHref(`/watch/incidents/${encodeURIComponent(incident.id)}`, incident.homeId)}
                prefetch={false}
                className="underline-offset-2 hover:underline"
              >
                {title}
              </Link>
            )}
          </h2>
          <p className="text-support text-pretty text-text-2 wrap-break-word">
            Open since {clock(incident.openedMs)}, {formatSpan(nowMs - incident.openedMs)}. Rule:{' '}
            {visibleName(incident.rule)}.
          </p>
          {pause !== null && (
            <PauseLine pause={pause} nowMs={nowMs} className="block text-support wrap-anywhere" />
          )}
        </div>
      </header>
      <Acknowledge
        incident={incident}
        acknowledge={wall || mayNot === 'viewer' ? null : actions.acknowledge}
      />
      <div className="grid @2xl:grid-cols-[minmax(0,1fr)_22.5rem]">
        <div className="min-w-0">
          <Timeline entries={incident.timeline} clock={clock} />
          <EvidenceChart incident={incident} clock={clock} />
        </div>
        <AdviceList incident={incident} advice={advice} actions={actions} mayNot={mayNot} wall={wall} />
      </div>
    </section>
  )
}

function Timeline({ entries, clock }: { entries: readonly TimelineEntry[]; clock: Clock }) {
  const { first, between, last } = shownTimeline(entries)
  return (
    <ol className="px-4 py-3">
      {first.map((entry) => (
        <Entry key={`${entry.atMs}${entry.words}`} entry={entry} clock={clock} />
      ))}
      {between > 0 && (
        <li className={`${LINE} text-text-3`}>
          <span />
          <span />
          <span>{between} more in between</span>
        </li>
      )}
      {last.map((entry) => (
        <Entry key={`${entry.atMs}${entry.words}`} entry={entry} clock={clock} />
      ))}
    </ol>
  )
}

const LINE =
  'relative grid min-h-[1.5625rem] grid-cols-[4rem_.5625rem_minmax(0,1fr)] gap-3 not-last:after:absolute not-last:after:top-3 not-last:after:-bottom-2 not-last:after:left-[4.95rem] not-last:after:w-px not-last:after:bg-line-strong'

function Entry({ entry, clock }: { entry: TimelineEntry; clock: Clock }) {
  return (
    <li className={LINE}>
      <span className="text-right text-text-3">{clock(entry.atMs)}</span>
      <span
        aria-hidden
        className={`z-1 mt-[.4375rem] size-[.4375rem] justify-self-center rounded-full ${isWarningEntry(entry) ? 'bg-warn' : 'bg-text-3'}`}
      />
      <span className="min-w-0 wrap-break-word">{visibleName(entry.words)}</span>
    </li>
  )
}
