'use client'

import ArrowRight from 'lucide-react/icons/arrow-right'
import { useState } from 'react'
import { BAR_MEASURE, checkedWords, planShareTitle } from '@/components/cleanup/words'
import { QuantityText } from '@/components/ui/quantity'
import type { PlanChoice } from '@/lib/domain/plan/plan-choice'
import { addAmounts } from '@/lib/domain/plan/plan-groups'
import { forecastOf } from './forecast-model'
import { FreeSpaceForecast } from './free-space-forecast'
import type { PlanPage } from './plan-page-model'
import { type PlanTile, planTiles } from './plan-tiles-model'
import { ThreeSegmentBar } from './three-segment-bar'

type Props = { plan: PlanPage; choice: PlanChoice }

/** How much the plan removes and the effect on the disk. Updates with every tick. */
export function PlanSummary({ plan, choice }: Props) {
  const [by, setBy] = useState<'bytes' | 'items'>('bytes')
  const all = addAmounts(addAmounts(choice.go, choice.unticked), choice.keep)
  const isRestore = plan.restores !== null
  const shownBy = all.bytes === 0 ? 'items' : by
  const { disk, disposition, trashDays } = plan
  const forecast = isRestore ? null : forecastOf(disk, choice.go.bytes, disposition, trashDays)
  return (
    <section aria-label="Totals" className="flex flex-col rounded-card border border-line bg-surface">
      <header className="flex items-start gap-3 px-4 pt-3.5 pb-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-card font-strong text-pretty">{planShareTitle(choice.go, all, isRestore)}</h2>
          <p className="mt-0.5 text-support text-text-3">{checkedWords(all.items)}</p>
        </div>
        {all.bytes > 0 && (
          <fieldset
            aria-label={BAR_MEASURE}
            className="hidden flex-none rounded-control border border-line bg-inset p-px md:inline-flex"
          >
            {(['bytes', 'items'] as const).map((measure) => (
              <button
                key={measure}
                type="button"
                aria-pressed={by === measure}
                onClick={() => setBy(measure)}
                className="h-[1.375rem] rounded-chip px-2 text-support text-text-2 hover:text-text aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-text aria-pressed:ring-1 aria-pressed:ring-line-strong"
              >
                {measure === 'bytes' ? 'Bytes' : 'Items'}
              </button>
            ))}
          </fieldset>
        )}
      </header>
      <div className="flex-1 px-4 pb-4">
        <ThreeSegmentBar choice={choice} by={shownBy} goes={isRestore ? 'come back' : 'will go'} />
        {forecast !== null && <FreeSpaceForecast forecast={forecast} />}
      </div>
      {!isRestore && (
        <dl className="grid grid-cols-2 gap-px border-t border-line bg-line lg:grid-cols-4">
          {planTiles({ disk, go: choice.go, disposition, trashDays }).map((tile) => (
            <Tile key={tile.label} tile={tile} />
          ))}
        </dl>
      )}
    </section>
  )
}

function Tile({ tile: { label, value, after, detail, isWarning } }: { tile: PlanTile }) {
  return (
    <div className="min-w-0 bg-surface px-4 py-3 first:rounded-bl-card last:rounded-br-card">
      <dt className="text-support text-text-2">{label}</dt>
      <dd className="mt-1 flex flex-wrap items-baseline gap-x-1 text-[1.375rem]/7 font-semibold tracking-[-.02em]">
        <QuantityText {...value} />
        {after !== undefined && (
          <>
            <ArrowRight
              size={14}
              strokeWidth={1.5}
              className="self-center text-text-3"
              role="img"
              aria-label="to"
            />
            <QuantityText {...after} />
          </>
        )}
      </dd>
      <dd className={`mt-0.5 text-support text-pretty ${isWarning ? 'text-warn-text' : 'text-text-2'}`}>
        {detail}
      </dd>
    </div>
  )
}
