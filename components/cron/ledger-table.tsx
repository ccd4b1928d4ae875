import Link from 'next/link'
import { Chip } from '@/components/ui/chip'
import { FigureTable } from '@/components/ui/figure-table'
import { SortHead } from '@/components/ui/sort-head'
import type { LedgerTotals } from '@/lib/domain/cron/cron-work'
import { type CronView, sortHref } from './cron-view-state'
import { LEDGER_COLUMNS, type LedgerRow, totalCells } from './ledger-model'

type Props = {
  rows: readonly LedgerRow[]
  totals: LedgerTotals
  view: CronView
  sessionsHref: (jobId: string) => string
}

export function LedgerTable({ rows, totals, view, sessionsHref }: Props) {
  const sums = totalCells(totals)
  const sortedBy = (sort: CronView['sort']) => (view.sort === sort ? view.order : null)
  return (
    <FigureTable label="Cron jobs" minWidth="68rem">
      <thead>
        <tr className="text-text-3">
          <td colSpan={5} />
          <Group label="Tokens, all time" span={4} />
          <td />
          <Group label="On disk" span={3} />
          <td colSpan={2} />
        </tr>
        <tr>
          <SortHead label="Job" href={sortHref(view, 'name')} sorted={sortedBy('name')} align="left" />
          {LEDGER_COLUMNS.map(({ sort, label }) => (
            <SortHead key={sort} label={label} href={sortHref(view, sort)} sorted={sortedBy(sort)} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" className="max-w-56 py-1.5 align-top">
              <span className="flex items-center gap-1.5">
                <Link
                  href={sessionsHref(row.id)}
                  prefetch={false}
                  data-row
                  title={`Sessions of ${row.name}`}
                  className="truncate font-medium hover:underline"
                >
                  {row.name}
                </Link>
                {row.marks.map(({ text, warns }) => (
                  <Chip key={text} warns={warns}>
                    {text}
                  </Chip>
                ))}
              </span>
              <span className="block truncate text-axis text-text-3" title={row.schedule}>
                {row.schedule}
              </span>
            </th>
            {LEDGER_COLUMNS.map(({ sort }) => (
              <td key={sort} className="py-1.5 text-right align-top whitespace-nowrap">
                <span className={sort === view.sort ? 'text-text' : 'text-text-2'}>
                  {row.cells[sort].main}
                </span>
                <span className="block text-axis text-text-3">{row.cells[sort].under}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className="h-8">
            All jobs
          </th>
          {LEDGER_COLUMNS.map(({ sort }) => (
            <td key={sort} className="text-right font-strong whitespace-nowrap">
              {sums[sort]}
            </td>
          ))}
        </tr>
      </tfoot>
    </FigureTable>
  )
}

function Group({ label, span }: { label: string; span: number }) {
  return (
    <th scope="colgroup" colSpan={span} className="border-b border-line text-right font-normal">
      {label}
    </th>
  )
}
