'use client'

import { DISPOSITION_NOTE, freesWords, REPLANNING, trashOutlastsWords } from '@/components/cleanup/words'
import { DISPOSITIONS, type Disposition } from '@/lib/domain/plan/action'
import { trashOutlastsDisk } from '@/lib/domain/plan/simulate-plan'
import { DISPOSITION_WORDS } from '@/lib/domain/plan/words'
import { formatPlural } from '@/lib/shared/numbers'
import type { PlanPage } from './plan-page-model'

type Props = {
  plan: PlanPage
  bytes: number
  isBusy: boolean
  onChange: (disposition: Disposition) => void
}

/** What happens to the items. It is part of the approval, so another choice makes another plan. */
export function DispositionCard({ plan, bytes, isBusy, onChange }: Props) {
  const { trashDays } = plan
  const outlasts = trashDays !== null && trashOutlastsDisk(plan.disk, trashDays)
  return (
    <section aria-labelledby="where" className="rounded-card border border-line bg-surface">
      <header className="px-4 pt-3.5 pb-3">
        <h2 id="where" className="text-card font-strong">
          Where they go
        </h2>
        <p className="mt-0.5 text-support text-text-3">{isBusy ? REPLANNING : DISPOSITION_NOTE}</p>
      </header>
      <div role="radiogroup" aria-labelledby="where" className="grid gap-2 px-4 pb-4">
        {DISPOSITIONS.map((disposition) => (
          <label key={disposition} className={optionClass(disposition, plan.disposition === disposition)}>
            <input
              type="radio"
              name="disposition"
              value={disposition}
              checked={plan.disposition === disposition}
              disabled={isBusy || plan.state === 'approved'}
              onChange={() => onChange(disposition)}
              className={`mt-1 ${disposition === 'delete' ? 'accent-danger' : 'accent-accent'}`}
            />
            <span className="min-w-0">
              <span className="flex flex-wrap justify-between gap-x-3">
                <b className="font-strong">
                  {DISPOSITION_WORDS[disposition].name}
                  {disposition === 'trash' && trashDays !== null && `, ${formatPlural(trashDays, 'day')}`}
                </b>
                <span className="text-text-2">{freesWords(disposition, bytes, trashDays)}</span>
              </span>
              <span className="mt-0.5 block text-support text-pretty text-text-2">
                {DISPOSITION_WORDS[disposition].detail}
              </span>
              {disposition === 'trash' && outlasts && (
                <span className="mt-0.5 block text-support text-warn-text">
                  {trashOutlastsWords(trashDays)}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </section>
  )
}

const LABEL =
  'grid cursor-pointer grid-cols-[1rem_minmax(0,1fr)] gap-2.5 rounded-control border px-3 py-2.5 hover:border-line-strong'

function optionClass(disposition: Disposition, isChosen: boolean): string {
  if (!isChosen) return `${LABEL} border-line`
  return disposition === 'delete'
    ? `${LABEL} border-danger-line bg-danger-weak`
    : `${LABEL} border-accent bg-accent-weak`
}
