/** Tokens by day for one way of counting, with notes about what it does not include. */

import type { TableModel } from '@/components/charts/chart-data'
import { type TokenBars, tokenBar, tokenBars } from '@/components/charts/token-days-model'
import type { TokenSeries } from '@/lib/domain/tokens/token-series'
import { formatShare } from '@/lib/shared/numbers'
import { seriesNotes } from './words'

export type SeriesModel = TokenBars & { readonly notes: readonly string[] }

/** Only if tokens are assigned to the day a session started does a day link to its sessions. */
export function seriesModel(series: TokenSeries, hrefOf: (day: string) => string): SeriesModel {
  const { days } = series
  const bars = days.map(({ day, tokens }, index) => tokenBar(tokens, Date.parse(day), index, days.length))
  const model = tokenBars(bars)
  return {
    ...model,
    table:
      series.count === 'measured'
        ? withCoverage(model.table, series)
        : series.count === 'booked'
          ? withSessions(model, hrefOf)
          : model.table,
    notes: seriesNotes(series),
  }
}

function withSessions({ table, bars }: TokenBars, hrefOf: (day: string) => string): TableModel {
  const used = new Set(bars.filter(({ total }) => total > 0).map(({ day }) => day))
  return {
    ...table,
    rows: table.rows.map((row) => (used.has(row.key) ? { ...row, href: hrefOf(row.key) } : row)),
  }
}

/** Newest first, like the rows of the table. */
function withCoverage(table: TableModel, { days }: TokenSeries): TableModel {
  const covered = days.toReversed()
  return {
    ...table,
    head: [...table.head, 'Of the day'],
    rows: table.rows.map(({ key, cells }, index) => ({
      key,
      cells: [...cells, formatShare(covered[index]?.coverage ?? 0)],
    })),
    ...(table.foot !== undefined && { foot: [...table.foot, ''] }),
  }
}
