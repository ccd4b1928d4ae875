import Link from 'next/link'
import { FigureTable } from '@/components/ui/figure-table'
import { Swatch } from '@/components/ui/swatch'
import type { BreakdownRow } from './breakdown-model'
import { KindBar } from './kind-bar'

type Props = {
  rows: readonly BreakdownRow[]
  label: string
  hrefOf: (row: BreakdownRow) => string | null
}

const HEADS = ['Fresh input', 'Output', 'Cache write', 'Cache read', 'All', 'Share', 'Sessions', 'Cost']

export function BreakdownTable({ rows, label, hrefOf }: Props) {
  return (
    <FigureTable label={`Tokens by ${label.toLowerCase()}`} minWidth="52rem">
      <thead className="text-text-3">
        <tr>
          <th scope="col" className="text-left font-medium">
            {label}
          </th>
          <td aria-hidden>By day</td>
          <td aria-hidden className="w-full" />
          {HEADS.map((head) => (
            <th key={head} scope="col" className="text-right font-medium whitespace-nowrap">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row" className="h-8 max-w-60">
              <span className="flex items-center gap-1.5">
                {row.color !== null && <Swatch color={row.color} />}
                <Name row={row} href={hrefOf(row)} />
              </span>
            </th>
            <td aria-hidden>
              <DaySpark days={row.days} />
            </td>
            <td aria-hidden className="min-w-24">
              <KindBar parts={row.parts} />
            </td>
            <Figure text={row.kinds.input} />
            <Figure text={row.kinds.output} />
            <Figure text={row.kinds.cacheWrite} />
            <Figure text={row.kinds.cacheRead} />
            <td className="text-right font-medium whitespace-nowrap">{row.all}</td>
            <Figure text={row.share} />
            <Figure text={row.sessions} />
            <Figure text={row.cost} />
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}

const Figure = ({ text }: { text: string }) => (
  <td className="text-right whitespace-nowrap text-text-2">{text}</td>
)

function Name({ row, href }: { row: BreakdownRow; href: string | null }) {
  if (href === null)
    return (
      <span className="truncate text-text-2" title={row.label}>
        {row.label}
      </span>
    )
  return (
    <Link
      href={href}
      prefetch={false}
      data-row
      title={`Sessions: ${row.label}`}
      className="truncate hover:underline"
    >
      {row.label}
    </Link>
  )
}

/** The shape over the range; the bar beside it shows the size. */
function DaySpark({ days }: Pick<BreakdownRow, 'days'>) {
  const path = days.map((height, index) => (height > 0 ? `M${index} 1V${1 - height}` : '')).join('')
  return (
    <svg
      viewBox={`-0.5 0 ${days.length} 1`}
      preserveAspectRatio="none"
      className="block h-4 w-20"
      role="presentation"
    >
      <path d={path} stroke="var(--text-3)" strokeWidth={0.8} fill="none" />
    </svg>
  )
}
