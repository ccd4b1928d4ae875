import Link from 'next/link'
import { LocalTime } from '@/components/ui/local-time'
import type { Disposition } from '@/lib/domain/plan/action'
import type { Policy } from '@/lib/domain/plan/policy'
import { DISPOSITION_WORDS, planName } from '@/lib/domain/plan/words'
import { formatBytes, formatCount, formatPlural } from '@/lib/shared/numbers'
import { toIso } from '@/lib/shared/time'
import { recentTitle } from './words'

export type OpenPlan = {
  readonly id: string
  readonly steps: readonly Policy[]
  readonly disposition: Disposition
  readonly createdAtMs: number
  readonly createdBy: string
  readonly state: 'open' | 'expired' | 'approved'
  readonly items: number
  readonly bytes: number
}

export type RunningRun = {
  readonly id: string
  readonly steps: readonly Policy[]
  readonly total: number
  readonly over: number
  readonly startedAtMs: number
}

type Props = { plans: readonly OpenPlan[]; running: readonly RunningRun[] }

/** Running cleanups and plans waiting for approval. */
export function RecentRuns({ plans, running }: Props) {
  if (plans.length === 0 && running.length === 0) return null
  return (
    <section aria-labelledby="recent" className="rounded-card border border-line bg-surface">
      <h2 id="recent" className="px-4 pt-3.5 pb-2 text-card font-strong">
        {recentTitle(running.length)}
      </h2>
      <ul>
        {running.map((run) => (
          <li key={run.id} className="border-t border-line">
            <Link href={`/history/${run.id}`} data-row className={ROW}>
              <b className="min-w-0 basis-full font-strong md:flex-1 md:basis-auto">{planName(run)}</b>
              <span className="text-text-2">
                running, {formatCount(run.over)} of {formatCount(run.total)}, since{' '}
                <LocalTime iso={toIso(run.startedAtMs) ?? ''} show="time" />
              </span>
            </Link>
          </li>
        ))}
        {plans.map((plan) => (
          <li key={plan.id} className="border-t border-line">
            <Link href={`/cleanup/${plan.id}`} data-row className={ROW}>
              <b className="min-w-0 basis-full font-strong md:flex-1 md:basis-auto">{planName(plan)}</b>
              <span className="text-text-2">
                {formatPlural(plan.items, 'item')}, {formatBytes(plan.bytes)},{' '}
                {DISPOSITION_WORDS[plan.disposition].where}
              </span>
              <span className="text-text-3">
                <LocalTime iso={toIso(plan.createdAtMs) ?? ''} show="day-time" />
                {plan.state === 'expired' ? ', expired' : ''}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const ROW = 'flex min-h-10 flex-wrap items-center gap-x-6 gap-y-0.5 px-4 py-1.5 hover:bg-raised'
