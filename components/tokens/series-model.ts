/** Tokens by day for one way of counting, with notes about what it does not include. */
import type { TableModel } from '@/components/charts/chart-data'
import { TOKEN_KIND_LABELS, type TokenBars, tokenBar, tokenBars } from '@/components/charts/token-days-model'
import type { TokenCount, TokenSeries } from '@/lib/domain/tokens/token-series'
import { hasTokens, type TokenSums, tokenWeight } from '@/lib/domain/tokens/token-sums'
import { describeTokens } from '@/lib/domain/tokens/words'
import { formatCount, formatPlural, formatShare, formatShort } from '@/lib/shared/numbers'

export const COUNT_WORDS: Readonly<Record<TokenCount, { readonly label: string; readonly how: string }>> = {
  booked: { label: 'By session start', how: 'booked on the UTC day a session began' },
  measured: { label: 'Measured', how: 'measured by Steward, day by day' },
  hermes: { label: 'Hermes’ days', how: 'booked by Hermes on days of its own clock' },
}

/** Title of the range: the total, and the largest kind. */
export function rangeTitle({ total, days, unknownDays, count }: TokenSeries): string {
  const all = tokenWeight(total)
  const known = days.length - unknownDays
  if (known === 0) return 'No day of this range was measured'
  if (all === 0) return `No tokens in the last ${formatPlural(known, 'day')}`
  const [first, ...rest] = TOKEN_KIND_LABELS
  const most = rest.reduce((a, b) => (total[b.key] > total[a.key] ? b : a), first)
  const range =
    unknownDays === 0
      ? formatPlural(days.length, 'day')
      : `the ${formatCount(known)} ${count === 'measured' ? 'measured' : 'known'} of ${formatPlural(days.length, 'day')}`
  return `${formatShort(all)} tokens in ${range}, ${kindShare(total, most.key)} of them ${most.label.toLowerCase()}`
}

/** The range and the way of counting as a sentence. */
export const rangeWords = ({ days, unknownDays, count }: TokenSeries): string =>
  unknownDays === 0
    ? `The last ${formatPlural(days.length, 'day')}, ${COUNT_WORDS[count].how}.`
    : `${formatCount(days.length - unknownDays)} of the last ${formatPlural(days.length, 'day')}, ${COUNT_WORDS[count].how}.`

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
    notes: notesOf(series),
  }
}

/** One kind's share of all four. */
export const kindShare = (total: TokenSums, kind: keyof TokenSums): string =>
  tokenWeight(total) === 0 ? 'none' : formatShare(total[kind] / tokenWeight(total))

function notesOf({ count, explanation, unknownDays, betweenDays, falls }: TokenSeries): string[] {
  return [
    explanation,
    ...(unknownDays > 0
      ? [
          count === 'measured'
            ? `Hatched: ${formatPlural(unknownDays, 'day')} without two samples, unknown and in no sum.`
            : `Hatched: ${formatPlural(unknownDays, 'day')} before Hermes kept this table, unknown and in no sum.`,
        ]
      : []),
    ...(hasTokens(betweenDays)
      ? [`Between two days, and so in no bar: ${describeTokens(betweenDays)}.`]
      : []),
    ...(falls > 0
      ? [
          `${formatPlural(falls, 'time')} a counter fell, as after a prune; what was used at that moment is not in the sums.`,
        ]
      : []),
  ]
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
