import ChevronDown from 'lucide-react/icons/chevron-down'
import Link from 'next/link'
import { Chip } from '@/components/ui/chip'
import { SortChoice } from '@/components/ui/sort-choice'
import { type CronView, sortHref } from './cron-view-state'
import { LEDGER_COLUMNS, type LedgerRow } from './ledger-model'

type Props = { rows: readonly LedgerRow[]; view: CronView; sessionsHref: (jobId: string) => string }

/** The ledger on narrow screens: two lines per job, with the rest in its details. */
export function LedgerList({ rows, view, sessionsHref }: Props) {
  const sorted = LEDGER_COLUMNS.find(({ sort }) => sort === view.sort)
  const shown = sorted ?? LEDGER_COLUMNS[2]
  return (
    <>
      <SortChoice
        options={[{ sort: 'name', long: 'Job' } as const, ...LEDGER_COLUMNS].map(({ sort, long }) => ({
          label: long,
          href: sortHref(view, sort),
          sorted: view.sort === sort ? view.order : null,
        }))}
      />
      <ul>
        {rows.map((row) => (
          <li key={row.id} className="border-t border-line">
            <details className="group/row">
              <summary
                data-row
                className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-3 py-2 text-support md:px-4"
              >
                <span className="flex min-w-0 items-center gap-1.5 text-body">
                  <b className="truncate font-medium">{row.name}</b>
                  {row.marks.map(({ text, warns }) => (
                    <Chip key={text} warns={warns}>
                      {text}
                    </Chip>
                  ))}
                </span>
                <b className="flex items-center justify-end gap-1 text-body font-strong">
                  {row.cells[shown?.sort ?? 'sessions'].main}
                  <ChevronDown
                    size={14}
                    strokeWidth={1.5}
                    aria-hidden
                    className="text-text-3 group-open/row:rotate-180"
                  />
                </b>
                <span className="min-w-0 text-text-3">
                  {row.schedule} · {row.cells.nextRunAt.main}
                </span>
                <span className="pr-4.5 text-right text-text-3">{shown?.long.toLowerCase()}</span>
              </summary>
              <dl className="grid grid-cols-2 gap-x-6 bg-inset px-3 py-2 text-support md:px-4">
                {LEDGER_COLUMNS.map(({ sort, long }) => (
                  <div key={sort} className="flex flex-wrap justify-between gap-x-2 py-1">
                    <dt className="text-text-3">{long}</dt>
                    <dd className="ml-auto text-right">
                      {row.cells[sort].main}
                      <span className="block text-axis text-text-3">{row.cells[sort].under}</span>
                    </dd>
                  </div>
                ))}
                <Link
                  href={sessionsHref(row.id)}
                  prefetch={false}
                  className="col-span-2 flex h-10 items-center text-accent-text"
                >
                  Its sessions
                </Link>
              </dl>
            </details>
          </li>
        ))}
      </ul>
    </>
  )
}
