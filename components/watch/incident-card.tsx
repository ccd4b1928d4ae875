'use client'

import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { Advice } from '@/lib/domain/watch/advice'
import type { Incident, TimelineEntry } from '@/lib/domain/watch/incident'
import { formatSpan } from '@/lib/shared/span'
import { visibleName } from '@/lib/shared/visible-name'
import { Acknowledge } from './acknowledge'
import { AdviceList } from './advice-list'
import { EvidenceChart } from './evidence-chart'
import { isHot, shownTimeline } from './incident-words'
import { type Clock, useClock } from './use-clock'
import type { WatchActions } from './watch-actions'

type Props = {
  incident: Incident
  advice: Advice | undefined
  nowMs: number
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  actions: WatchActions
  mayAct: boolean
  wall: boolean
}

/** One incident: since when, by which rule, what happened, and what is safe to do. Only the worst stands open by itself. */
export function IncidentCard({ incident, advice, nowMs, isOpen, onToggle, actions, mayAct, wall }: Props) {
  const clock = useClock()
  return (
    <details
      id={`incident-${incident.id}`}
      open={isOpen}
      onToggle={(event) => onToggle(event.currentTarget.open)}
      className="group relative min-w-0 scroll-mt-16 rounded-card border border-warn-line bg-surface"
    >
      <summary className="flex items-center gap-3 rounded-t-[7px] border-warn-line bg-warn-weak px-4 py-2 group-open:border-b not-group-open:rounded-b-[7px]">
        <TriangleAlert size={16} strokeWidth={1.5} className="flex-none text-warn" aria-hidden />
        <div className="min-w-0 flex-1 md:pr-28">
          <h2 className="text-card font-strong wrap-break-word">{visibleName(incident.title)}</h2>
          <p className="text-support text-pretty text-text-2 wrap-break-word">
            Open since {clock(incident.openedMs)}, {formatSpan(nowMs - incident.openedMs)}. Rule:{' '}
            {visibleName(incident.rule)}.
          </p>
        </div>
      </summary>
      <Acknowledge incident={incident} acknowledge={wall || !mayAct ? null : actions.acknowledge} />
      <div className="grid md:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="min-w-0">
          <Timeline entries={incident.timeline} clock={clock} />
          <EvidenceChart incident={incident} clock={clock} />
        </div>
        <AdviceList incident={incident} advice={advice} actions={actions} mayAct={mayAct} wall={wall} />
      </div>
    </details>
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
          <span
            aria-hidden
            className="mt-[7px] size-[7px] justify-self-center border-l border-dotted border-line-strong"
          />
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
        className={`z-1 mt-[.4375rem] size-[.4375rem] justify-self-center rounded-full ${isHot(entry) ? 'bg-warn' : 'bg-text-3'}`}
      />
      <span className="min-w-0 wrap-break-word">{visibleName(entry.words)}</span>
    </li>
  )
}
