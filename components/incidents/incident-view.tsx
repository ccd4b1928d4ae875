import Link from 'next/link'
import type { MayNot } from '@/components/cleanup/plan/plan-page-model'
import { PauseBanner } from '@/components/hermes-pause/pause-banner'
import { pageHref } from '@/components/shell/nav/nav-items'
import { Banner } from '@/components/ui/banner'
import { BUTTON } from '@/components/ui/button-styles'
import { LocalTime } from '@/components/ui/local-time'
import { PageHead } from '@/components/ui/page-head'
import { SectionCard } from '@/components/ui/section-card'
import { AdviceList } from '@/components/watch/advice-list'
import type { WatchActions } from '@/components/watch/watch-actions'
import type { HermesPause } from '@/lib/domain/home/hermes-pause'
import type { Advice } from '@/lib/domain/watch/incidents/advice'
import type { Incident, TimelineEntry } from '@/lib/domain/watch/incidents/incident'
import { toIso } from '@/lib/shared/time'
import { visibleName } from '@/lib/shared/visible-name'
import { visibleText } from '@/lib/shared/visible-text'
import { AcknowledgeForm } from './acknowledge-form'
import { EvidenceFigure } from './evidence-figure'
import {
  ACKNOWLEDGED_NOTE,
  ADVICE_NOTE,
  ADVICE_TITLE,
  ENTRY_WORDS,
  incidentFormMessage,
  incidentState,
  KIND_WORDS,
  NOT_ACKNOWLEDGED,
  VIEWER_NOTE,
} from './words'

type Props = {
  incident: Incident
  home: { readonly id: string; readonly label: string }
  pause: HermesPause | null
  nowMs: number
  messageCode: string | null
  mayNot: MayNot
  /** What is safe to do now; null if the incident is closed. */
  advice: Advice | null
  actions: WatchActions
  acknowledge: (form: FormData) => Promise<void>
}

/** One incident in full: its rule, its values, what happened and what was done. */
export function IncidentView({
  incident,
  home,
  pause,
  nowMs,
  messageCode,
  mayNot,
  advice,
  actions,
  acknowledge,
}: Props) {
  const { acknowledged } = incident
  const message = incidentFormMessage(messageCode)
  return (
    <>
      <PageHead
        title={visibleName(incident.title)}
        subtitle={
          <>
            {incidentState(incident, nowMs)}. {KIND_WORDS[incident.kind]} in {visibleName(home.label)}. Rule:{' '}
            {visibleName(incident.rule)}.
          </>
        }
        tools={
          <>
            <Link href={pageHref('/watch', home.id)} className={BUTTON}>
              The board
            </Link>
            <Link href={pageHref('/watch/incidents', home.id)} className={BUTTON}>
              All incidents
            </Link>
          </>
        }
      />
      {pause !== null && <PauseBanner pause={pause} nowMs={nowMs} />}
      {message !== null && <Banner level={message.level} title={message.words} />}
      {advice !== null && (
        <SectionCard title={ADVICE_TITLE} subtitle={ADVICE_NOTE}>
          <div className="[&>div]:border-0 [&>div]:pt-1 md:max-w-120">
            <AdviceList incident={incident} advice={advice} actions={actions} mayNot={mayNot} wall={false} />
          </div>
        </SectionCard>
      )}
      <EvidenceFigure incident={incident} />
      <SectionCard title="What happened">
        <ol className="grid gap-2 px-4 pt-1 pb-4">
          {[...incident.timeline.entries()].map(([place, entry]) => (
            <Entry key={place} entry={entry} />
          ))}
        </ol>
      </SectionCard>
      <SectionCard
        title={acknowledged === null ? NOT_ACKNOWLEDGED : `Acknowledged by ${visibleName(acknowledged.by)}`}
        subtitle={ACKNOWLEDGED_NOTE}
      >
        {acknowledged !== null && acknowledged.note !== '' && (
          <p className="px-4 pb-3 whitespace-pre-wrap wrap-anywhere">{visibleText(acknowledged.note)}</p>
        )}
        {mayNot !== 'viewer' ? (
          <AcknowledgeForm incident={incident} homeId={home.id} acknowledge={acknowledge} />
        ) : (
          <p className="px-4 pb-4 text-text-2">{VIEWER_NOTE}</p>
        )}
      </SectionCard>
    </>
  )
}

const WARNING_ENTRIES: ReadonlySet<TimelineEntry['kind']> = new Set(['opened', 'escalated'])

function Entry({ entry }: { entry: TimelineEntry }) {
  return (
    <li className="grid gap-x-3 md:grid-cols-[8rem_7rem_minmax(0,1fr)]">
      <span className="text-support text-text-3 md:text-body">
        <LocalTime iso={toIso(entry.atMs) ?? ''} show="day-time" />
      </span>
      <span className={WARNING_ENTRIES.has(entry.kind) ? 'text-warn-text' : 'text-text-2'}>
        {ENTRY_WORDS[entry.kind]}
      </span>
      <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{visibleText(entry.words)}</span>
    </li>
  )
}
