/**
 * The largest token users as rows: sessions, or groups of them. All groupings have the same columns, so the
 * table does not jump.
 */

import { sourceColor } from '@/components/charts/colors'
import { type TokenSums, tokenWeight } from '@/lib/domain/tokens/token-sums'
import type { Burner, BurnShare, WatchState } from '@/lib/domain/watch/watch-state'
import { formatCount, formatShort } from '@/lib/shared/numbers'
import { visibleName } from '@/lib/shared/visible-name'
import { burnersTitle, splitWords } from './words'

export const GROUPINGS = ['session', 'source', 'job', 'model'] as const
export type Grouping = (typeof GROUPINGS)[number]

export const MAX_BURNERS = 5

export type BurnerRow = {
  readonly key: string
  readonly label: string
  /** Empty if the row has no second line. */
  readonly under: string
  readonly color: string | null
  /** The session to open; null for a group. */
  readonly sessionId: string | null
  readonly rate: string
  readonly split: string
  /** Relative to the highest row, from 0 to 1. */
  readonly bar: number
  readonly isHot: boolean
  readonly calls: string
  readonly fresh: string
  readonly messages: string
  readonly signs: readonly string[]
}

export type BurnersModel = { readonly title: string; readonly rows: readonly BurnerRow[] }

export function burnersModel({ burn }: WatchState, by: Grouping): BurnersModel {
  const rows =
    by === 'session'
      ? burn.burners.slice(0, MAX_BURNERS).map((burner) => sessionRow(burner, burn.limitPerMinute))
      : sharesOf(burn, by)
          .slice(0, MAX_BURNERS)
          .map((share) => groupRow(share, by, burn.limitPerMinute))
  const weights =
    by === 'session'
      ? burn.burners.map(({ tokensPerMinute }) => tokenWeight(tokensPerMinute))
      : sharesOf(burn, by).map(({ tokensPerMinute }) => tokenWeight(tokensPerMinute))
  const highest = Math.max(1, ...weights)
  return {
    title: burnersTitle(burn, by, weights),
    rows: rows.map((row, index) => ({ ...row, bar: (weights[index] ?? 0) / highest })),
  }
}

function sharesOf(burn: WatchState['burn'], by: Exclude<Grouping, 'session'>): readonly BurnShare[] {
  return by === 'source' ? burn.bySource : by === 'job' ? burn.byJob : burn.byModel
}

const rateOf = (sums: TokenSums, limit: number) => ({
  rate: formatShort(tokenWeight(sums)),
  split: splitWords(sums),
  isHot: tokenWeight(sums) > limit,
  bar: 0,
})

const sessionRow = (burner: Burner, limit: number): BurnerRow => ({
  key: burner.id,
  label: visibleName(burner.label),
  under: [burner.source, burner.model ?? 'model unknown'].map(visibleName).join(', '),
  color: sourceColor(burner.source),
  sessionId: burner.id,
  ...rateOf(burner.tokensPerMinute, limit),
  calls: burner.callsPerMinute.toFixed(1),
  fresh: burner.freshShare === null ? 'unknown' : `${Math.round(burner.freshShare * 100)} %`,
  messages: formatCount(burner.messages),
  signs: burner.loopSigns.map(visibleName),
})

const groupRow = (share: BurnShare, by: Grouping, limit: number): BurnerRow => ({
  key: share.key,
  label: visibleName(share.label),
  under: splitWords(share.tokensPerMinute),
  color: by === 'source' ? sourceColor(share.key) : null,
  sessionId: null,
  ...rateOf(share.tokensPerMinute, limit),
  calls: '',
  fresh: freshWords(share.tokensPerMinute),
  messages: `${formatCount(share.messagesPerMinute)}/min`,
  signs: [],
})

function freshWords(sums: TokenSums): string {
  const all = tokenWeight(sums)
  return all === 0 ? '' : `${Math.round(((sums.input + sums.output) / all) * 100)} %`
}
