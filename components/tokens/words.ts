/** Texts of the tokens page. */

import { TOKEN_KIND_LABELS } from '@/components/charts/token-days-model'
import { orUnknown } from '@/components/ui/or-unknown'
import type { COST_STATUSES } from '@/lib/domain/tokens/cost-split'
import type { PrunedView } from '@/lib/domain/tokens/pruned-usage'
import type { TokenCount, TokenSeries } from '@/lib/domain/tokens/token-series'
import { hasTokens, type TokenSums, tokenWeight } from '@/lib/domain/tokens/token-sums'
import type { TokenBreakdown, TokenGrouping, TokenTotals } from '@/lib/domain/tokens/tokens-view'
import { describeTokens } from '@/lib/domain/tokens/words'
import { formatCount, formatPlural, formatShare, formatShort } from '@/lib/shared/numbers'
import { formatUsd } from '@/lib/shared/usd'
import { visibleText } from '@/lib/shared/visible-text'

export const NO_AUXILIARY = 'No auxiliary work is booked apart'
export const AUXILIARY_KINDS = 'Vision, titles, compression and the like.'
export const AUXILIARY_NOT_KEPT = 'Not kept in this home'
export const NO_AUXILIARY_IN_RANGE = 'None in this range'
export const AUXILIARY_SINCE =
  'Hermes writes such work down since July 2026. Before that it is in no count, and the provider may have billed it.'
export const NO_AUXILIARY_USED = 'No session that began in this range used any.'
export const NO_SESSION_IN_RANGE = 'No session began in this range'
export const LONGER_RANGE = 'A longer range may have some.'
export const COST_CAPTION = 'Cost by how sure it is'
export const PRUNED_BY_DAY = 'Pruned since, by UTC day'
export const COUNT_CHOICE = 'How tokens are counted'
export const TOKEN_COUNTS_UNKNOWN = 'Token counts are unknown'
export const USAGE_UNREAD = 'A part of the usage could not be read'
export const TOKENS_FRESH =
  'Hermes counts tokens while a session runs: fresh input, output, what it writes into the cache and what it reads from it. The first session appears here within a few seconds.'
export const TOKENS_UNREAD =
  'Tokens are counted in the rows of state.db, which could not be read. The figures appear here as soon as it can.'

export const GROUPING_WORDS: Readonly<
  Record<TokenGrouping, { readonly label: string; readonly one: string }>
> = {
  source: { label: 'Source', one: 'source' },
  model: { label: 'Model', one: 'model' },
  job: { label: 'Cron job', one: 'cron job' },
}

export function breakdownTitle({ groups, by }: TokenBreakdown, all: number): string {
  const named = groups.filter(({ role }) => role === 'group')
  const first = named[0]
  if (first === undefined || all === 0)
    return by === 'job' ? 'No cron job used tokens' : `No ${GROUPING_WORDS[by].one} used tokens`
  const share = formatShare(tokenWeight(first) / all)
  const others = named.length > 1 ? ` of ${formatPlural(named.length, GROUPING_WORDS[by].one)}` : ''
  return `${visibleText(first.label)} used ${share} of all tokens, most${others}`
}

export const COST_STATUS_WORDS: Readonly<
  Record<(typeof COST_STATUSES)[number], { readonly label: string; readonly means: string }>
> = {
  actual: { label: 'Actual', means: 'the provider named the price' },
  estimated: { label: 'Estimated', means: 'by Hermes, from its list of prices' },
  included: { label: 'Included', means: 'a subscription covers it' },
  unknown: { label: 'Unknown', means: 'Hermes has no price for the model' },
  none: { label: 'Not booked', means: 'no price was written down, which does not mean free' },
}

export function costTitle({ costUsd, costs, sessions }: TokenTotals): string {
  if (sessions === 0) return 'No session to pay for in this range'
  if (costUsd === null) return 'What this cost is unknown'
  const open = costs
    .filter(({ status }) => status === 'unknown' || status === 'none')
    .reduce((sum, line) => sum + line.sessions, 0)
  const priced = costs.filter(({ usd, sessions: count }) => count > 0 && usd !== null)
  const how = priced.length === 1 && priced[0] !== undefined ? `, all ${priced[0].status}` : ''
  const onlyIncluded = costUsd === 0 && priced.every(({ status }) => status === 'included')
  const claim = onlyIncluded ? 'What is priced, a subscription covers' : `${formatUsd(costUsd)} known${how}`
  return open === 0 ? claim : `${claim}; ${formatPlural(open, 'session')} without a price`
}

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

/** One kind's share of all four. */
export const kindShare = (total: TokenSums, kind: keyof TokenSums): string =>
  tokenWeight(total) === 0 ? 'none' : formatShare(total[kind] / tokenWeight(total))

export function seriesNotes({ count, explanation, unknownDays, betweenDays, falls }: TokenSeries): string[] {
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

export const auxiliaryTitle = (total: TokenSums): string =>
  `${formatShort(tokenWeight(total))} more tokens for auxiliary work`

export const auxiliaryNote = (total: TokenSums): string =>
  `In none of the sums above: ${describeTokens(total)}.`

export const breakdownSubtitle = (days: number, notes: readonly string[]): string =>
  `Sessions that began in the last ${days} days. ${notes.join(' ')}`

export const breakdownNotes = ({ by, basis, excess }: TokenBreakdown): string[] => [
  by === 'model' && basis === 'model-usage'
    ? 'Counted per call, where Hermes books each model of a session apart.'
    : by === 'model'
      ? 'By the model a session began with; this home books no model per call.'
      : 'Whole sessions, on the UTC day each began.',
  ...(hasTokens(excess)
    ? [`The table per model holds more than the sessions do: ${describeTokens(excess)}.`]
    : []),
]

export const costSubtitle = (days: number): string =>
  `Sessions that began in the last ${days} days, and all there are. By how sure the price is.`

export const prunedTitle = ({ allTime }: PrunedView): string =>
  `${formatShort(tokenWeight(allTime))} tokens of ${formatPlural(allTime.sessions, 'session')} pruned since`

export const prunedSubtitle = ({ allTime, inRange, explanation }: PrunedView, days: number): string =>
  `${explanation} In all: ${describeTokens(allTime)}; cost ${orUnknown(allTime.costUsd, formatUsd)}. Of the last ${days} days: ${formatPlural(inRange.sessions, 'session')}.`

export const prunedBy = (head: string): string => `Pruned since, by ${head.toLowerCase()}`

export const noTokensInRange = (days: number): string =>
  `No session of the last ${days} days has counted tokens. A longer range may have some.`

export const inAllRows = (tokens: number): string => `, ${formatShort(tokens)} in all rows`
