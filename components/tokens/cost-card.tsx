import { SectionCard } from '@/components/ui/section-card'
import type { TokensView, TokenTotals } from '@/lib/domain/tokens/tokens-view'
import { costModel } from './cost-model'
import { COST_CAPTION, costSubtitle } from './words'

type Props = { inRange: TokenTotals; allTime: TokenTotals; range: TokensView['range'] }

export function CostCard({ inRange, allTime, range }: Props) {
  const { title, rows } = costModel(inRange, allTime)
  return (
    <SectionCard title={title} subtitle={costSubtitle(range.days)}>
      <table className="mb-2 w-full text-support [&_td]:border-t [&_td]:border-line [&_td]:px-2 [&_td]:py-1.5 [&_td]:align-top [&_td:last-child]:pr-3 md:[&_td:last-child]:pr-4 [&_th]:px-2 [&_th:first-child]:pl-3 md:[&_th:first-child]:pl-4 [&_th:last-child]:pr-3 md:[&_th:last-child]:pr-4">
        <caption className="sr-only">{COST_CAPTION}</caption>
        <thead className="text-text-3">
          <tr className="h-8">
            <th scope="col" className="text-left font-medium">
              Price
            </th>
            <th scope="col" className="text-right font-medium">
              {range.days} days
            </th>
            <th scope="col" className="text-right font-medium">
              All time
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" className="border-t border-line py-1.5 text-left font-normal">
                {row.label}
                <span className="block text-axis text-text-3">{row.means}</span>
              </th>
              <Sum usd={row.inRange} sessions={row.inRangeSessions} />
              <Sum usd={row.allTime} sessions={row.allTimeSessions} />
            </tr>
          ))}
        </tbody>
      </table>
    </SectionCard>
  )
}

function Sum({ usd, sessions }: { usd: string; sessions: string }) {
  return (
    <td className="text-right whitespace-nowrap">
      {usd}
      <span className="block text-axis text-text-3">{sessions}</span>
    </td>
  )
}
