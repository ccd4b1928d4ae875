import { ChartCard } from '@/components/charts/chart-card'
import { AGE_HEIGHT } from '@/components/charts/heights'
import { Legend } from '@/components/charts/legend'
import { SessionAgeChart } from '@/components/charts/session-age-chart'
import { sessionAgeModel } from '@/components/charts/session-age-model'
import { EmptyState } from '@/components/ui/empty-state'
import { LocalTime } from '@/components/ui/local-time'
import { Segmented } from '@/components/ui/segmented'
import type { Overview } from '@/lib/domain/overview/overview'
import { type OverviewViewState, overviewHref } from './view-state'
import { AGE_UNKNOWN_NOTE, AGE_UNREAD, ageUnknown } from './words'

export function SessionAgeCard({ overview, view }: { overview: Overview; view: OverviewViewState }) {
  const model = sessionAgeModel(overview, view.age)
  const tools = (
    <Segmented
      label="What to count"
      options={[
        {
          label: 'Transcripts',
          href: overviewHref(view, { age: 'transcripts' }),
          current: view.age === 'transcripts',
        },
        {
          label: 'Sessions',
          href: overviewHref(view, { age: 'sessions' }),
          current: view.age === 'sessions',
        },
      ]}
    />
  )
  if (model === null) {
    const title = ageUnknown(view.age)
    return (
      <ChartCard
        title={title}
        subtitle={AGE_UNKNOWN_NOTE}
        tools={tools}
        table={null}
        chart={
          <EmptyState title="Unknown" minHeight={AGE_HEIGHT}>
            {AGE_UNREAD}
          </EmptyState>
        }
      />
    )
  }
  return (
    <ChartCard
      title={model.title}
      subtitle={
        <>
          {model.subtitle}
          {view.age === 'transcripts' && overview.files?.countedAt != null && (
            <>
              {' '}
              Counted <LocalTime iso={overview.files.countedAt} show="day-time" />.
            </>
          )}
        </>
      }
      tools={tools}
      table={model.table}
      chart={
        <>
          <SessionAgeChart bars={model.bars} series={model.legend} name={model.table.caption} />
          <Legend entries={model.legend} />
        </>
      }
    />
  )
}
