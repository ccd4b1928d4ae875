/** The burn on the overview is the one that Watch shows, so the two cannot differ. */
import { tokenWeight } from '../tokens/token-sums.ts'
import type { WatchState } from '../watch/watch-state.ts'
import type { BurnOverview } from './overview.ts'

export const NO_BURN: BurnOverview = { tokensPerMinute: null, yesterdayPerMinute: null }

export const burnOverview = ({ tokensPerMinute, yesterdayPerMinute }: WatchState['burn']): BurnOverview => ({
  tokensPerMinute: tokensPerMinute === null ? null : tokenWeight(tokensPerMinute),
  yesterdayPerMinute,
})
