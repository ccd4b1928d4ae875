import { ChartCard } from '@/components/charts/chart-card'
import { chooseSubject } from '@/components/charts/chart-subject'
import { AGE_HEIGHT } from '@/components/charts/heights'
import { Legend } from '@/components/charts/legend'
import { SessionAgeChart } from '@/components/charts/session-age-chart'
import { sessionAgeModel } from '@/components/charts/session-age-model'
import { EmptyState } from '@/components/ui/empty-state'
import { LocalTime } from '@/components/ui/local-time'
import type { Overview } from '@/lib/domain/overview/overview'
import { SubjectSwitch } from './subject-switch'
import type { OverviewViewState } from './view-state'
import { AGE_SUBJECT, AGE_UNKNOWN, SESSIONS_UNREAD } from './words'

export function SessionAgeCard({ overview, view }: { overview: Overview; view: OverviewViewState }) {
  const subject = chooseSubject(overview, view.subject)
  const model = subject === null ? null : sessionAgeModel(overview, subject)
  if (subject === null || model === null) {
    return (
      <ChartCard
        title={AGE_UNKNOWN}
        subtitle={null}
        table={null}
        chart={
          <EmptyState title="Unknown" minHeight={AGE_HEIGHT}>
            {SESSIONS_UNREAD}
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
          {subject === 'transcripts' && overview.files?.countedAt != null && (
            <>
              {' '}
              Counted <LocalTime iso={overview.files.countedAt} show="day-time" />.
            </>
          )}
        </>
      }
      tools={<SubjectSwitch label={AGE_SUBJECT} overview={overview} view={view} subject={subject} />}
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
