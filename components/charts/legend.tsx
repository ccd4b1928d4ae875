import { Swatch } from '@/components/ui/swatch'
import type { LegendEntry } from './chart-data'

/** Names, colors and totals below a chart, from the top of the stack down. */
export function Legend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-support text-text-2">
      {entries.map(({ key, label, color, hatched, value }) => (
        <li key={key} className="flex items-center gap-1.5 whitespace-nowrap">
          <Swatch color={color} hatched={hatched} />
          {label} <b className="font-medium text-text">{value}</b>
        </li>
      ))}
    </ul>
  )
}
