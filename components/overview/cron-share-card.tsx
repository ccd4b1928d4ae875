import { ChartCard } from '@/components/charts/chart-card'
import { chooseSubject } from '@/components/charts/chart-subject'
import { ORIGIN_COLORS } from '@/components/charts/colors'
import { cronShareModel } from '@/components/charts/cron-share-model'
import { AGE_HEIGHT } from '@/components/charts/heights'
import { EmptyState } from '@/components/ui/empty-state'
import { Swatch } from '@/components/ui/swatch'
import type { Overview } from '@/lib/domain/overview/overview'
import { JobList } from './job-list'
import { SubjectSwitch } from './subject-switch'
import type { OverviewViewState } from './view-state'
import {
  CRON_SHARE_UNKNOWN,
  CRON_SUBJECT,
  FIRST_RUN_SOON,
  JOBS_UNKNOWN,
  NO_JOBS,
  SESSIONS_UNREAD,
} from './words'

export function CronShareCard({ overview, view }: { overview: Overview; view: OverviewViewState }) {
  const subject = chooseSubject(overview, view.subject)
  const model = subject === null ? null : cronShareModel(overview, subject)
  if (subject === null || model === null || model.total === 0) {
    return (
      <ChartCard
        title={model?.title ?? CRON_SHARE_UNKNOWN}
        subtitle={null}
        table={null}
        chart={
          <EmptyState title={model === null ? 'Unknown' : 'No sessions yet'} minHeight={AGE_HEIGHT}>
            {model === null ? SESSIONS_UNREAD : FIRST_RUN_SOON}
          </EmptyState>
        }
      />
    )
  }
  return (
    <ChartCard
      title={model.title}
      subtitle={model.subtitle}
      tools={<SubjectSwitch label={CRON_SUBJECT} overview={overview} view={view} subject={subject} />}
      table={model.jobs.length === 0 ? null : model.table}
      chart={
        <>
          <div className="flex h-4 gap-0.5" aria-hidden>
            <div className="rounded-[2px]" style={{ flex: model.cron, background: ORIGIN_COLORS.cron }} />
            <div
              className="rounded-[2px]"
              style={{ flex: model.total - model.cron, background: ORIGIN_COLORS.chat }}
            />
          </div>
          <ul className="mt-2 mb-3 flex flex-wrap justify-between gap-x-4 text-support text-text-2">
            {model.legend.map(({ key, label, color, value, share }) => (
              <li key={key} className="flex items-center gap-1.5">
                <Swatch color={color} />
                {label} <b className="font-medium text-text">{value}</b> {share}
              </li>
            ))}
          </ul>
          {model.jobs.length > 0 && <JobList {...model} />}
          {model.jobs.length === 0 && (
            <p className="text-support text-text-2">{overview.cronJobs === null ? JOBS_UNKNOWN : NO_JOBS}</p>
          )}
        </>
      }
    />
  )
}
