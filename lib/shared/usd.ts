/** Formats money: up to four decimals for small sums, cents, no cents from $1,000 up. */
export function formatUsd(usd: number): string {
  if (usd > 0 && usd < SMALLEST) return `<$${SMALLEST}`
  const [least, most] = usd >= 1000 ? [0, 0] : [2, usd < 1 ? smallDigits(usd) : 2]
  return `$${usd.toLocaleString('en-US', { minimumFractionDigits: least, maximumFractionDigits: most })}`
}

const SMALLEST = 0.0001

/** Decimals that give three digits behind the zeros, four at most. */
const smallDigits = (usd: number): number => (usd === 0 ? 2 : Math.min(4, 2 - Math.floor(Math.log10(usd))))
