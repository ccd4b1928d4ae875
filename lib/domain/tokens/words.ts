/** The four kinds in words, for places that have no room for four columns. */
import { formatShort } from '../../shared/numbers.ts'
import type { TokenSums } from './token-sums.ts'

export const describeTokens = ({ input, output, cacheWrite, cacheRead }: TokenSums): string =>
  `${formatShort(input)} fresh input, ${formatShort(output)} output, ${formatShort(cacheWrite)} cache write, ${formatShort(cacheRead)} cache read`
