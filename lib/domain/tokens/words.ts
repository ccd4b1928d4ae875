/** Texts of the tokens page: what its figures count, names of groups without one, and the four kinds in one line. */
import { formatShort } from '../../shared/numbers.ts'
import type { TokenSums } from './token-sums.ts'
import type { TokenGrouping } from './tokens-view.ts'

export const LOCAL_COUNT = "Hermes' local count; the provider may bill more."

/** What each series counts. */
export const SERIES_WORDS = {
  booked:
    'A session carries one running count, so all of it stands on the UTC day the session began. A chat that lasts for weeks stands on its first day.',
  measured:
    'Rises of the counters between our own samples, summed over each UTC day. Days without samples are unknown; what rose between two days belongs to neither and stands apart.',
  hermes:
    "Hermes' own daily table, in days of the clock of the machine it runs on. It begins when that version was installed; earlier days are not in it.",
  pruned:
    'Sessions that Steward pruned and nobody brought back, each booked on the UTC day it began. They are in none of the other sums. What Hermes itself deletes leaves no count.',
} as const

/** The group of what has no source, model or job. */
export const NO_GROUP_WORDS: Readonly<Record<TokenGrouping, string>> = {
  source: 'unknown source',
  model: 'no model named',
  job: 'not from cron',
}

export const UNBOOKED_WORDS = 'booked to no model'

/** The group of those beyond the longest list. */
export const moreGroups = (count: number): string => `${count} more`

/** For places that have no room for four columns. */
export const describeTokens = ({ input, output, cacheWrite, cacheRead }: TokenSums): string =>
  `${formatShort(input)} fresh input, ${formatShort(output)} output, ${formatShort(cacheWrite)} cache write, ${formatShort(cacheRead)} cache read`
