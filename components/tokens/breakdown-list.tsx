import Link from 'next/link'
import { Swatch } from '@/components/ui/swatch'
import type { BreakdownRow } from './breakdown-model'
import { KindBar } from './kind-bar'

type Props = { rows: readonly BreakdownRow[]; hrefOf: (row: BreakdownRow) => string | null }

/** The groups on a narrow screen: name and total, then the kinds. */
export function BreakdownList({ rows, hrefOf }: Props) {
  return (
    <ul>
      {rows.map((row) => {
        const href = hrefOf(row)
        return (
          <li key={row.key} className="border-t border-line text-support">
            {href === null ? (
              <div className={ROW}>
                <Lines row={row} />
              </div>
            ) : (
              <Link href={href} prefetch={false} data-row className={ROW}>
                <Lines row={row} />
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const ROW = 'flex flex-col gap-1 px-3 py-2.5 md:px-4'

function Lines({ row }: { row: BreakdownRow }) {
  return (
    <>
      <span className="flex items-baseline gap-2">
        {row.color !== null && <Swatch color={row.color} />}
        <span className="min-w-0 flex-1 text-body wrap-anywhere">{row.label}</span>
        <b className="font-strong whitespace-nowrap">
          {row.all} <span className="font-normal text-text-3">{row.share}</span>
        </b>
      </span>
      <KindBar parts={row.parts} />
      <span className="text-text-3">
        {row.split}
        {row.sessions === '' ? '' : `; ${row.sessions} sessions`}, cost {row.cost}
      </span>
    </>
  )
}
