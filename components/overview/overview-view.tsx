import MessageSquare from 'lucide-react/icons/message-square'
import { Banners } from '@/components/ui/banners'
import { EmptyState } from '@/components/ui/empty-state'
import { Segmented } from '@/components/ui/segmented'
import type { CountProgress } from '@/lib/domain/home/count-progress'
import type { Overview } from '@/lib/domain/overview/overview'
import { overviewHeadline } from '@/lib/domain/overview/words'
import { CronShareCard } from './cron-share-card'
import { DiskCard } from './disk-card'
import { Findings } from './findings'
import { LeaksCard } from './leaks-card'
import { ProgressNotice } from './progress-notice'
import { SessionAgeCard } from './session-age-card'
import { Tiles } from './tiles'
import { overviewTiles } from './tiles-model'
import { TokensCard } from './tokens-card'
import { OVERVIEW_RANGES, type OverviewViewState, overviewHref } from './view-state'
import { EMPTY_HOME, OVERVIEW_RANGE } from './words'

type Props = {
  overview: Overview
  progress: CountProgress | null
  view: OverviewViewState
  homeId: string
  startFinding: (form: FormData) => Promise<void>
}

export function OverviewView({ overview, progress, view, homeId, startFinding }: Props) {
  const headline = overviewHeadline(overview)
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="text-title font-semibold tracking-[-.015em] text-balance">{headline.title}</h1>
          <p className="text-pretty text-text-2">{headline.lead}</p>
        </div>
        <Segmented
          label={OVERVIEW_RANGE}
          options={OVERVIEW_RANGES.map((range) => ({
            label: `${range} d`,
            href: overviewHref(view, { range }),
            current: range === view.range,
          }))}
        />
      </div>
      <Banners notices={overview.notices} />
      <ProgressNotice progress={progress} countedAt={overview.disk.countedAt} />
      <Tiles tiles={overviewTiles(overview)} />
      <div className="grid gap-3 md:gap-4 lg:grid-cols-2 4xl:grid-cols-4">
        {isFresh(overview) ? (
          <section className="grid rounded-card border border-line bg-surface">
            <EmptyState
              icon={<MessageSquare size={24} strokeWidth={1.2} />}
              title="No sessions yet"
              minHeight={256}
            >
              {EMPTY_HOME}
            </EmptyState>
          </section>
        ) : (
          <>
            <SessionAgeCard overview={overview} view={view} />
            <CronShareCard overview={overview} view={view} />
          </>
        )}
        <DiskCard disk={overview.disk} seenAt={overview.seenAt} rangeDays={view.range} />
        {!isFresh(overview) && <TokensCard overview={overview} rangeDays={view.range} />}
      </div>
      <Findings overview={overview} homeId={homeId} startFinding={startFinding} />
      {!isFresh(overview) && <LeaksCard sessions={overview.sessions} homeId={homeId} />}
    </>
  )
}

/** Read and found empty. A home that could not be read is not fresh. */
const isFresh = ({ sessions, files }: Overview): boolean =>
  sessions?.total === 0 && (files === null || files.transcripts.count === 0)
