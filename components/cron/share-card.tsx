import { ChartCard } from '@/components/charts/chart-card'
import { ORIGIN_COLORS } from '@/components/charts/colors'
import { Swatch } from '@/components/ui/swatch'
import type { CronLedger } from '@/lib/domain/cron/cron-ledger'
import { type ShareRow, shareModel } from './share-model'
import { CRON_PAGE_SHARE_NOTE, LARGEST_JOB } from './words'

/** Cron compared with the whole home, one bar per measure, with the largest job highlighted in each. */
export function ShareCard({ ledger }: { ledger: CronLedger }) {
  const model = shareModel(ledger)
  return (
    <ChartCard
      title={model.title}
      subtitle={CRON_PAGE_SHARE_NOTE}
      table={model.table}
      chart={
        <>
          <ul className="flex flex-col gap-3 lg:gap-1.5">
            {model.rows.map((row) => (
              <Measure key={row.measure} row={row} />
            ))}
          </ul>
          <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-support text-text-2">
            <li className="flex items-center gap-1.5">
              <Swatch color={ORIGIN_COLORS.cron} /> {LARGEST_JOB}
            </li>
            <li className="flex items-center gap-1.5">
              <Swatch color={OTHERS} /> All other jobs
            </li>
            <li className="flex items-center gap-1.5">
              <Swatch color="var(--line-strong)" /> Not from cron
            </li>
          </ul>
        </>
      }
    />
  )
}

const OTHERS = 'color-mix(in srgb, var(--s-cron) 55%, var(--surface))'

function Measure({ row }: { row: ShareRow }) {
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 text-support lg:grid-cols-[4.5rem_minmax(6rem,1fr)_3.5rem_10rem_minmax(0,12rem)]">
      <span>{row.label}</span>
      <span
        aria-hidden
        className="order-last col-span-2 flex h-3 gap-px overflow-hidden rounded-[2px] bg-line-strong lg:order-none lg:col-span-1"
      >
        {row.parts !== null && (
          <>
            <Part share={row.parts.largest} color={ORIGIN_COLORS.cron} />
            <Part share={row.parts.others} color={OTHERS} />
          </>
        )}
      </span>
      <b className="text-right font-strong">{row.share}</b>
      <span className="text-text-2 lg:text-right">{row.amount}</span>
      <span className="min-w-0 truncate text-right text-text-3 lg:text-left" title={row.largest?.name}>
        {row.largest === null ? '' : `${row.largest.name} ${row.largest.share}`}
      </span>
      {row.split !== null && (
        <span className="col-span-2 text-axis text-text-3 lg:col-span-4 lg:col-start-2">{row.split}</span>
      )}
    </li>
  )
}

function Part({ share, color }: { share: number; color: string }) {
  if (share === 0) return null
  return <span className="min-w-0.5" style={{ width: `${share * 100}%`, background: color }} />
}
