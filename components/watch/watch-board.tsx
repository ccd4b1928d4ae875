'use client'

import Radio from 'lucide-react/icons/radio'
import type { MayNot } from '@/components/cleanup/plan/plan-page-model'
import { PauseBanner } from '@/components/hermes-pause/pause-banner'
import { Banner } from '@/components/ui/banner'
import type { WatchState } from '@/lib/domain/watch/watch-state'
import { IncidentAlerts } from './alerts/incident-alerts'
import { BurnCard } from './burn/burn-card'
import { BurnersCard } from './burn/burners-card'
import { useFeed, useNow } from './feed/feed-context'
import { useClock } from './feed/use-clock'
import { WatchHoldersCard } from './holders-card'
import { HomeCard } from './home-card'
import { IncidentCard } from './incident-card'
import { IncidentList } from './incident-list'
import type { WatchView } from './view-state'
import { VitalsCard } from './vitals-card'
import type { WatchActions } from './watch-actions'
import {
  FIRST_SAMPLE,
  FIRST_SAMPLE_NOTE,
  READS_PAUSED_NOTE,
  readsPausedTitle,
  TROUBLE_NOTE,
  WAITING_TITLE,
  watchTitle,
  worstFirst,
} from './words'

type Props = { view: WatchView; actions: WatchActions; mayNot: MayNot }

/** After this many missed samples, nothing here is called current. */
const MAX_MISSED_SAMPLES = 3

/** The whole board. Rendered from the state that came with the page, then updated with each new one. */
export function WatchBoard({ view, actions, mayNot }: Props) {
  const { state, history } = useFeed()
  const nowMs = useNow()
  if (state === null) return <FirstSample />
  const incidents = worstFirst(state.incidents)
  const shown = incidents.find(({ id }) => id === view.incident) ?? incidents[0]
  const isStale = nowMs - state.seenMs > MAX_MISSED_SAMPLES * state.everyMs
  return (
    <>
      <h1 className="sr-only">{watchTitle(state)}</h1>
      <IncidentAlerts />
      {state.hermesPause !== null && <PauseBanner pause={state.hermesPause} nowMs={nowMs} wall={view.wall} />}
      <MissingDataBanners state={state} />
      <div
        data-board
        className={`grid min-w-0 gap-3 md:gap-4 lg:grid-cols-[minmax(0,1fr)_22.5rem] ${view.wall ? '' : '4xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_28rem] 4xl:items-start'}`}
      >
        <div className={`flex min-w-0 flex-col gap-3 md:gap-4 ${view.wall ? '' : '4xl:contents'}`}>
          <div className="@container flex min-w-0 flex-col gap-3 md:gap-4">
            <BurnCard state={state} history={history} isStale={isStale} wall={view.wall} />
            <BurnersCard state={state} view={view} />
          </div>
          {shown !== undefined && (
            <div className="@container min-w-0">
              <IncidentCard
                key={shown.id}
                incident={shown}
                pause={state.hermesPause}
                advice={state.advice?.[shown.id]}
                nowMs={nowMs}
                actions={actions}
                mayNot={mayNot}
                wall={view.wall}
              />
            </div>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-3 md:gap-4">
          <VitalsCard state={state} nowMs={nowMs} />
          <WatchHoldersCard state={state} nowMs={nowMs} />
          <IncidentList
            state={state}
            incidents={incidents}
            chosen={shown?.id ?? null}
            nowMs={nowMs}
            view={view}
          />
          <HomeCard state={state} nowMs={nowMs} wall={view.wall} />
        </div>
      </div>
    </>
  )
}

/** Why numbers are missing, above everything that lacks them. */
function MissingDataBanners({ state: { trouble, pausedMs } }: { state: WatchState }) {
  const clock = useClock()
  return (
    <>
      {pausedMs !== null && (
        <Banner level="info" title={readsPausedTitle(clock(pausedMs))}>
          {READS_PAUSED_NOTE}
        </Banner>
      )}
      {trouble !== null && (
        <Banner level="warn" title={trouble.title}>
          {trouble.detail} {TROUBLE_NOTE}
        </Banner>
      )}
    </>
  )
}

function FirstSample() {
  return (
    <>
      <h1 className="sr-only">{WAITING_TITLE}</h1>
      <Banner level="info" title={FIRST_SAMPLE} icon={<Radio size={16} strokeWidth={1.5} />}>
        {FIRST_SAMPLE_NOTE}
      </Banner>
      <div data-board className="min-h-[48rem]" />
    </>
  )
}
