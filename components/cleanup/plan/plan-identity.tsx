import { approvalWords, IDENTITY_TITLE } from '@/components/cleanup/words'
import { LocalTime } from '@/components/ui/local-time'
import { shortDigest } from '@/lib/domain/plan/words'
import { toIso } from '@/lib/shared/time'
import type { PlanPage } from './plan-page-model'

export function PlanIdentity({ plan, untickedItems }: { plan: PlanPage; untickedItems: number }) {
  return (
    <section aria-labelledby="identity" className="rounded-card border border-line bg-surface px-4 py-3.5">
      <h2 id="identity" className="text-card font-strong">
        {IDENTITY_TITLE}
      </h2>
      <p className="mt-0.5 text-support text-pretty text-text-3">{approvalWords(untickedItems)}</p>
      <dl className="mt-3 grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        <dt className="text-text-2">Plan</dt>
        <dd className="font-mono text-support wrap-anywhere">{plan.id}</dd>
        <dt className="text-text-2">Digest</dt>
        <dd className="font-mono text-support" title={plan.digest}>
          {shortDigest(plan.digest)}
        </dd>
        <dt className="text-text-2">Prepared</dt>
        <dd>
          <LocalTime iso={toIso(plan.createdAtMs) ?? ''} show="day-time" /> by {plan.createdBy}
        </dd>
        <dt className="text-text-2">Expires</dt>
        <dd>
          <LocalTime iso={toIso(plan.expiresAtMs) ?? ''} show="day-time" />
        </dd>
        <dt className="text-text-2">Runs</dt>
        <dd>At most once</dd>
      </dl>
    </section>
  )
}
