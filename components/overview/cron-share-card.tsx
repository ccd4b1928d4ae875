import { ChartCard } from '@/components/charts/chart-card'
import { ORIGIN_COLORS } from '@/components/charts/colors'
import { cronShareModel } from '@/components/charts/cron-share-model'
import { AGE_HEIGHT } from '@/components/charts/heights'
import { EmptyState } from '@/components/ui/empty-state'
import { Swatch } from '@/components/ui/swatch'
import type { Overview } from '@/lib/domain/overview/overview'
import { JobList } from './job-list'
import {
  CRON_SHARE_NOTE,
  CRON_SHARE_UNKNOWN,
  FIRST_RUN_SOON,
  JOBS_UNKNOWN,
  NEITHER_READ,
  NO_JOBS,
} from './words'

export function CronShareCard({ overview }: { overview: Overview }) {
  const model = cronShareModel(overview)
  if (model === null || model.total === 0) {
    return (
      <ChartCard
        title={model?.title ?? CRON_SHARE_UNKNOWN}
        subtitle={CRON_SHARE_NOTE}
        table={null}
        chart={
          <EmptyState title={model === null ? 'Unknown' : 'Nothing written yet'} minHeight={AGE_HEIGHT}>
            {model === null ? NEITHER_READ : FIRST_RUN_SOON}
          </EmptyState>
        }
      />
    )
  }
  return (
    <ChartCard
      title={model.title}
      subtitle={model.subtitle}
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
          {model.jobs.length > 0 && <JobList jobs={model.jobs} countLabel={model.countLabel} />}
          {model.jobs.length === 0 && (
            <p className="text-support text-text-2">{overview.cronJobs === null ? JOBS_UNKNOWN : NO_JOBS}</p>
          )}
        </>
      }
    />
  )
}
