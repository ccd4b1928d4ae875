/** One way of assigning tokens to days. Days it does not cover stay unknown. */
import { addTokens, NO_TOKENS, type TokenSums } from './token-sums.ts'
import type { TokensView } from './tokens-view.ts'

export const TOKEN_COUNTS = ['booked', 'measured', 'hermes'] as const
export type TokenCount = (typeof TOKEN_COUNTS)[number]

type SeriesDay = {
  readonly day: string
  readonly tokens: TokenSums | null
  /** The share of the day that was measured. Null if not applicable. */
  readonly coverage: number | null
}

export type TokenSeries = {
  readonly count: TokenCount
  readonly explanation: string
  readonly days: readonly SeriesDay[]
  readonly unknownDays: number
  /** Over the days that are known. */
  readonly total: TokenSums
  /** Measured between the samples of two days: in no day, and not in the total. */
  readonly betweenDays: TokenSums
  /** Steps in which a counter fell. Usage during them is unknown. */
  readonly falls: number
}

/** Prefers measured usage if every day of the range was measured, otherwise uses recorded usage. */
export function tokenSeries(view: TokensView, wish: TokenCount | null): TokenSeries | null {
  const isMeasured = view.measured.days.every(({ tokens }) => tokens !== null)
  const count = wish ?? (isMeasured && view.measured.days.length > 0 ? 'measured' : 'booked')
  if (count === 'measured') return measuredSeries(view)
  return count === 'hermes' && view.hermesDays !== null ? hermesSeries(view) : bookedSeries(view)
}

/** The ways this home can be counted at all. */
export const countsOf = ({ booked, hermesDays }: TokensView): TokenCount[] =>
  TOKEN_COUNTS.filter(
    (count) => (count !== 'booked' || booked !== null) && (count !== 'hermes' || hermesDays !== null),
  )

function bookedSeries({ booked }: TokensView): TokenSeries | null {
  if (booked === null) return null
  const days = booked.days.map(({ day, ...tokens }) => ({ day, tokens: kindsOf(tokens), coverage: null }))
  return series('booked', booked.explanation, days)
}

function measuredSeries({ measured }: TokensView): TokenSeries {
  const days = measured.days.map(({ day, tokens, coverage }) => ({ day, tokens, coverage }))
  return {
    ...series('measured', measured.explanation, days),
    betweenDays: measured.days.reduce(
      (sum, { beforeFirstSample }) => addTokens(sum, beforeFirstSample ?? NO_TOKENS),
      NO_TOKENS,
    ),
    falls: measured.days.reduce((sum, { falls }) => sum + falls, 0),
  }
}

/** The table starts with a Hermes version: before its first day usage is unknown, later gaps are zero. */
function hermesSeries({ hermesDays, booked, measured }: TokensView): TokenSeries {
  const known = new Map(hermesDays?.days.map(({ day, ...tokens }) => [day, kindsOf(tokens)]))
  const first = hermesDays?.days[0]?.day ?? null
  const range = (booked?.days ?? measured.days).map(({ day }) => day)
  const ahead = [...known.keys()].filter((day) => day > (range.at(-1) ?? ''))
  const days = [...range, ...ahead].map((day) => ({
    day,
    tokens: first === null || day < first ? null : (known.get(day) ?? NO_TOKENS),
    coverage: null,
  }))
  return series('hermes', hermesDays?.explanation ?? '', days)
}

const series = (count: TokenCount, explanation: string, days: readonly SeriesDay[]): TokenSeries => ({
  count,
  explanation,
  days,
  unknownDays: days.filter(({ tokens }) => tokens === null).length,
  total: days.reduce((sum, { tokens }) => addTokens(sum, tokens ?? NO_TOKENS), NO_TOKENS),
  betweenDays: NO_TOKENS,
  falls: 0,
})

const kindsOf = ({ input, output, cacheRead, cacheWrite }: TokenSums): TokenSums => ({
  input,
  output,
  cacheRead,
  cacheWrite,
})
