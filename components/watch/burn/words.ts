/** Texts about the burn rate: the rate, its parts, comparisons and a projection. */

import { orUnknown } from '@/components/ui/or-unknown'
import type { TokenSums } from '@/lib/domain/tokens/token-sums'
import { tokenWeight } from '@/lib/domain/tokens/token-sums'
import type { Money, WatchState } from '@/lib/domain/watch/watch-state'
import { formatShare, formatShort, type Quantity, shortQuantity } from '@/lib/shared/numbers'
import { formatSpan } from '@/lib/shared/span'
import { formatUsd } from '@/lib/shared/usd'
import type { Grouping } from './burners-model'

type Burn = WatchState['burn']

export type BurnWords = {
  /** Null if unknown. */
  readonly rate: Quantity | null
  readonly isHigh: boolean
  /** Bold text before the comparison; empty if there is none. */
  readonly times: string
  readonly comparison: string
  readonly facts: readonly { readonly name: string; readonly value: string }[]
  /** The parts of the rate. */
  readonly fresh: string
  readonly cache: string
  /** The title above the chart. */
  readonly finding: string
}

export function burnWords(burn: Burn): BurnWords {
  const now = burn.tokensPerMinute === null ? null : tokenWeight(burn.tokensPerMinute)
  const isHigh = burn.aboveLimitMs > 0
  return {
    rate: now === null ? null : shortQuantity(now),
    isHigh,
    ...compared(now, burn.yesterdayPerMinute),
    facts: [
      { name: 'Last week', value: earlierWords(burn.lastWeekPerMinute) },
      { name: 'Last 2 h', value: sumWords(burn.lastTwoHours, burn.lastTwoHoursMoney, '') },
      { name: 'To midnight', value: sumWords(burn.toMidnight, burn.toMidnightMoney, '+') },
    ],
    fresh: orUnknown(burn.tokensPerMinute, ({ input, output }) => formatShort(input + output)),
    cache: orUnknown(burn.tokensPerMinute, ({ cacheRead, cacheWrite }) =>
      formatShort(cacheRead + cacheWrite),
    ),
    finding: findingWords(burn, now, isHigh),
  }
}

export const splitWords = (sums: TokenSums): string =>
  `${formatShort(sums.input + sums.output)} fresh and output, ${formatShort(sums.cacheRead + sums.cacheWrite)} cache`

/** `22 M, at least $18.40` */
const sumWords = (sums: TokenSums | null, money: Money, sign: string): string =>
  orUnknown(
    sums,
    (known) =>
      `${sign}${formatShort(tokenWeight(known))}, ${money.usd === null ? 'cost unknown' : moneyWords(money)}`,
  )

function compared(now: number | null, yesterday: number | null): { times: string; comparison: string } {
  if (yesterday === null) return { times: '', comparison: 'Nobody watched yesterday at this hour' }
  if (yesterday === 0) return { times: '', comparison: 'Nothing burnt yesterday at this hour' }
  const words = `yesterday at this hour, ${formatShort(yesterday)}`
  if (now === null) return { times: '', comparison: words }
  const ratio = now / yesterday
  return { times: `${ratio >= 10 ? Math.round(ratio) : Number(ratio.toFixed(1))}×`, comparison: words }
}

const earlierWords = (perMinute: number | null): string =>
  perMinute === null ? 'nobody watched' : `${formatShort(perMinute)} at this hour`

export function moneyWords({ usd, status }: Money): string {
  if (usd === null || status === 'unknown') return 'unknown'
  return status === 'partial' ? `at least ${formatUsd(usd)}` : formatUsd(usd)
}

function findingWords(burn: Burn, now: number | null, isHigh: boolean): string {
  const limit = formatShort(burn.limitPerMinute)
  if (now === null) return 'Two looks make a rate: the first figure comes with the next look'
  if (isHigh) return `Above the ${limit} limit for ${formatSpan(burn.aboveLimitMs)}`
  return now === 0 ? 'Nothing burns now' : `Below the ${limit} limit`
}

export const BURN_TABLE_LABEL = 'Show as table: the last hour, minute by minute'
export const LAST_HOUR = 'The last hour, minute by minute'
export const BURN_TABLE_CAPTION = 'Tokens and messages of each minute of the last hour'

const TITLE_SUBJECTS: Readonly<Record<Grouping, string>> = {
  session: 'One run',
  source: 'One source',
  job: 'One job',
  model: 'One model',
}

export function burnersTitle(burn: WatchState['burn'], by: Grouping, weights: readonly number[]): string {
  const all = burn.tokensPerMinute === null ? 0 : tokenWeight(burn.tokensPerMinute)
  const first = weights[0] ?? 0
  if (burn.tokensPerMinute === null) return 'What burns is not known yet'
  if (first === 0 || all === 0) return by === 'job' ? 'No cron job burns now' : 'Nothing burns now'
  return `${TITLE_SUBJECTS[by]} is ${formatShare(Math.round(Math.min(1, first / all) * 100) / 100)} of the burn`
}

export const burnChartLabel = (limitPerMinute: number): string =>
  `Tokens a minute over the last hour, limit ${formatShort(limitPerMinute)}. The table has the numbers.`

export const noBurnersWords = (isRateKnown: boolean, max: number): string =>
  isRateKnown
    ? `No tokens were booked in the last 60 s. Up to ${max} show here, the highest first.`
    : 'Rates are known after the second look.'
