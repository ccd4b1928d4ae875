'use client'

import Table from 'lucide-react/icons/table'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { memo, useState } from 'react'
import { DataTable } from '@/components/charts/data-table'
import { Swatch } from '@/components/ui/swatch'
import type { Feed } from '@/components/watch/feed/feed-types'
import { type Clock, useClock } from '@/components/watch/feed/use-clock'
import { MINUTE_MS } from '@/lib/shared/time'
import { BurnChart } from './burn-chart'
import { burnTable } from './burn-table-model'
import { BURN_TABLE_LABEL, type BurnWords, burnWords, LAST_HOUR } from './words'

type Props = {
  state: NonNullable<Feed['state']>
  history: Feed['history']
  /** The latest sample is too old to be called current. */
  isStale: boolean
  wall: boolean
}

/** The current burn rate, comparisons with earlier, a projection, and a chart of the last hour. */
export function BurnCard({ state, history, isStale, wall }: Props) {
  const words = burnWords(state.burn)
  const clock = useClock()
  const [asTable, setAsTable] = useState(false)
  return (
    <section
      aria-label="Burn"
      className="grid min-w-0 gap-x-6 gap-y-4 rounded-card border border-line bg-surface px-4 pt-3.5 pb-3 @2xl:grid-cols-[16.5rem_minmax(0,1fr)]"
    >
      <Figures words={words} isOld={isStale} at={clock(state.seenMs)} />
      <div className="flex min-w-0 flex-col">
        <div className="mb-2 flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <h2 className="text-card font-strong">{words.finding}</h2>
            <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-support text-text-2">
              <li className="flex items-center gap-1.5">
                <Swatch color="var(--t-input)" />
                Fresh and output <b className="font-medium text-text">{words.fresh}</b>
              </li>
              <li className="flex items-center gap-1.5">
                <Swatch color="var(--t-read)" />
                Cache <b className="font-medium text-text">{words.cache}</b>
              </li>
              <li className="flex items-center gap-1.5">
                <span aria-hidden className="w-3 border-t-2 border-text" />
                Yesterday
              </li>
              <li className="text-text-3">tokens/min</li>
            </ul>
          </div>
          {!wall && (
            <button
              type="button"
              aria-label={BURN_TABLE_LABEL}
              aria-pressed={asTable}
              onClick={() => setAsTable(!asTable)}
              className="-mt-2 -mr-2 inline-flex size-10 flex-none items-center justify-center rounded-control text-text-2 hover:bg-raised hover:text-text aria-pressed:bg-raised aria-pressed:text-accent-text md:-mt-1 md:-mr-1 md:size-7"
            >
              <Table size={16} strokeWidth={1.5} aria-hidden />
            </button>
          )}
        </div>
        <div className="relative min-h-36 flex-1">
          <div className={asTable ? 'invisible absolute inset-0 pt-2' : 'absolute inset-0 pt-2'}>
            <BurnChart history={history} endMs={state.seenMs} limitPerMinute={state.burn.limitPerMinute} />
          </div>
          <section
            aria-label={LAST_HOUR}
            tabIndex={asTable ? 0 : undefined}
            className={
              asTable
                ? 'absolute inset-0 overflow-auto overscroll-contain [&_td]:px-2! [&_th]:px-2!'
                : 'sr-only'
            }
          >
            <MinuteTable history={history} minute={Math.floor(state.seenMs / MINUTE_MS)} clock={clock} />
          </section>
        </div>
      </div>
    </section>
  )
}

type MinuteProps = { history: Feed['history']; minute: number; clock: Clock }

/** Sixty rows change once a minute, not with every sample. */
const MinuteTable = memo(
  ({ history, minute, clock }: MinuteProps) => (
    <DataTable {...burnTable(history, minute * MINUTE_MS, (atMs) => clock(atMs, 'minute'))} />
  ),
  (before, after) => before.minute === after.minute && before.clock === after.clock,
)
MinuteTable.displayName = 'MinuteTable'

function Figures({ words, isOld, at }: { words: BurnWords; isOld: boolean; at: string }) {
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-1.5 text-support text-text-2">
        {words.isHigh && (
          <TriangleAlert size={14} strokeWidth={1.5} className="text-warn" aria-label="Above its limit" />
        )}
        {isOld ? `Burning at ${at}` : 'Burning now'}
      </p>
      <p
        data-figure="burn"
        className="h-[3.75rem] text-[3.5rem] leading-[3.75rem] font-semibold tracking-[-.035em] whitespace-nowrap"
      >
        {words.rate === null ? (
          <span className="text-[2rem] leading-none">unknown</span>
        ) : (
          <>
            {words.rate.value}
            {words.rate.unit !== '' && ` ${words.rate.unit}`}
            <span className="ml-2 text-[1.125rem] leading-none font-medium tracking-normal text-text-3">
              tokens/min
            </span>
          </>
        )}
      </p>
      <p className="text-text-2">
        {words.times !== '' && (
          <b className={`font-semibold ${words.isHigh ? 'text-warn-text' : 'text-text'}`}>{words.times} </b>
        )}
        {words.comparison}
      </p>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        {words.facts.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-text-3">{name}</dt>
            <dd className="text-pretty">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
