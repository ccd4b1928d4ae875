import { ORIGIN_COLORS } from '@/components/charts/colors'
import type { CronShareModel } from '@/components/charts/cron-share-model'

/** The jobs that write most, with bars relative to the first. */
export function JobList({
  jobs,
  countLabel,
  showsBytes,
}: Pick<CronShareModel, 'jobs' | 'countLabel' | 'showsBytes'>) {
  return (
    <table className="w-full text-support">
      <thead className="text-text-3">
        <tr className="h-6">
          <th scope="col" className="pr-2 text-left font-normal md:pr-4">
            Job
          </th>
          <td aria-hidden />
          <th scope="col" className={FIGURE}>
            {countLabel}
          </th>
          <th scope="col" className={`${FIGURE} ${WIDE}`}>
            Runs/day
          </th>
          <th scope="col" className={FIGURE}>
            Tokens, 7 d
          </th>
          {showsBytes && (
            <th scope="col" className={`${FIGURE} ${WIDE}`}>
              On disk
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <tr key={job.key} className="h-7">
            <th
              scope="row"
              className="max-w-24 truncate pr-2 text-left font-normal md:max-w-40 md:pr-4"
              title={job.name}
            >
              <span className={job.key === 'more' ? 'text-text-2' : undefined}>{job.name}</span>
              {job.note !== null && <span className="ml-1.5 text-text-3">{job.note}</span>}
            </th>
            <td className="w-full min-w-8" aria-hidden>
              <span
                className={`block h-2 min-w-0.5 rounded-[2px] ${job.key === 'more' ? 'opacity-55' : ''}`}
                style={{ width: `${job.barShare * 100}%`, background: ORIGIN_COLORS.cron }}
              />
            </td>
            <td className={FIGURE}>{job.count}</td>
            <td className={`${FIGURE} ${WIDE} text-text-2`}>{job.runsPerDay}</td>
            <td className={`${FIGURE} text-text-2`}>{job.tokens}</td>
            {showsBytes && <td className={`${FIGURE} ${WIDE} text-text-2`}>{job.bytes}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const FIGURE = 'pl-3 text-right md:pl-4 font-normal whitespace-nowrap'
const WIDE = 'hidden md:table-cell'
