/** Tokens by the UTC day their session started, split by kind. */

import { dayWords, weekdayWords } from '@/components/ui/format-utc'
import type { TokenDay, TokensOverview } from '@/lib/domain/overview/overview'
import { NO_TOKENS } from '@/lib/domain/tokens/token-sums'
import { formatShort } from '@/lib/shared/numbers'
import { DAY_MS, toUtcDay } from '@/lib/shared/time'
import type { LegendEntry, TableModel } from './chart-data'
import { TOKEN_COLORS } from './colors'
import { auxiliaryWords, TOKEN_DAYS_CAPTION, tokenTitle } from './words'

type TokenKind = keyof typeof TOKEN_COLORS
export type TokenBar = Readonly<Record<TokenKind, number>> & {
  readonly day: string
  /** `Fri 13 Nov`, or `Today`. */
  readonly label: string
  /** What fits on the axis. */
  readonly tick: string
  readonly total: number
  /** No data for that day, which is not zero. */
  readonly unknown?: boolean
}

export type TokenBars = {
  readonly title: string
  readonly bars: readonly TokenBar[]
  /** The days labeled on the axis, always including today. */
  readonly dayTicks: readonly string[]
  readonly total: number
  readonly legend: readonly (LegendEntry & { readonly key: TokenKind })[]
  readonly table: TableModel
}

export type TokenDaysModel = TokenBars & {
  /** What Hermes counts outside sessions, as text; null if there is nothing. */
  readonly auxiliary: string | null
}

/** From the top of the stack down. */
type KindLabel = { readonly key: TokenKind; readonly label: string }

export const TOKEN_KIND_LABELS: readonly [KindLabel, ...KindLabel[]] = [
  { key: 'output', label: 'Output' },
  { key: 'input', label: 'Fresh input' },
  { key: 'cacheWrite', label: 'Cache write' },
  { key: 'cacheRead', label: 'Cache read' },
]

export function tokenDaysModel(
  tokens: TokensOverview | null,
  rangeDays: number,
  seenAt: string,
): TokenDaysModel | null {
  if (tokens === null) return null
  return {
    ...tokenBars(daysWithin(tokens.byDay, rangeDays, Date.parse(seenAt))),
    auxiliary: auxiliaryWords(tokens),
  }
}

/** Chart, legend and table of days, whichever way tokens were counted. */
export function tokenBars(bars: readonly TokenBar[]): TokenBars {
  const sums = sumOf(bars)
  return {
    title: tokenTitle(bars),
    bars,
    dayTicks: dayTicksOf(bars),
    total: totalOf(sums),
    legend: TOKEN_KIND_LABELS.map((kind) => ({
      ...kind,
      color: TOKEN_COLORS[kind.key],
      value: formatShort(sums[kind.key]),
    })),
    table: tableOf(bars, sums),
  }
}

/** One day as a bar; null means unknown. */
export function tokenBar(
  kinds: Readonly<Record<TokenKind, number>> | null,
  atMs: number,
  index: number,
  rangeDays: number,
): TokenBar {
  const isToday = index === rangeDays - 1
  const { input, output, cacheRead, cacheWrite } = kinds ?? NO_TOKENS
  const known = { input, output, cacheRead, cacheWrite }
  return {
    ...known,
    day: toUtcDay(atMs),
    label: isToday ? `Today, ${weekdayWords(atMs)}` : weekdayWords(atMs),
    tick: isToday ? 'Today' : tickWords(atMs, index, rangeDays),
    total: totalOf(known),
    ...(kinds === null && { unknown: true }),
  }
}

/** A day without sessions is zero, not unknown: the rows were read. */
function daysWithin(byDay: readonly TokenDay[], rangeDays: number, nowMs: number): TokenBar[] {
  const known = new Map(byDay.map((day) => [day.day, day]))
  return Array.from({ length: rangeDays }, (_, index) => {
    const atMs = nowMs - (rangeDays - 1 - index) * DAY_MS
    return tokenBar(known.get(toUtcDay(atMs)) ?? NO_TOKENS, atMs, index, rangeDays)
  })
}

/** Within two weeks the day number is enough; longer ranges need the month. */
function tickWords(atMs: number, index: number, rangeDays: number): string {
  const date = new Date(atMs).getUTCDate()
  return rangeDays > 14 || index === 0 || date === 1 ? dayWords(atMs) : String(date)
}

const MAX_DAILY_TICKS = 7
const SPARSE_TICKS = 5

/** Counted back from today, as many as fit on a phone. */
function dayTicksOf(bars: readonly TokenBar[]): string[] {
  const step = bars.length <= MAX_DAILY_TICKS ? 1 : Math.ceil(bars.length / SPARSE_TICKS)
  return bars.filter((_, index) => (bars.length - 1 - index) % step === 0).map((bar) => bar.day)
}

const sumOf = (bars: readonly TokenBar[]): Record<TokenKind, number> =>
  bars.reduce(
    (sum, bar) => ({
      input: sum.input + bar.input,
      output: sum.output + bar.output,
      cacheRead: sum.cacheRead + bar.cacheRead,
      cacheWrite: sum.cacheWrite + bar.cacheWrite,
    }),
    { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  )

const totalOf = (kinds: Readonly<Record<TokenKind, number>>): number =>
  kinds.input + kinds.output + kinds.cacheRead + kinds.cacheWrite

const formatterFor = (bar: TokenBar) => (count: number) => (bar.unknown ? 'unknown' : formatShort(count))

const tableOf = (bars: readonly TokenBar[], sums: Readonly<Record<TokenKind, number>>): TableModel => ({
  caption: TOKEN_DAYS_CAPTION,
  head: ['Day (UTC)', ...TOKEN_KIND_LABELS.map((kind) => kind.label), 'All'],
  rows: bars.toReversed().map((bar) => ({
    key: bar.day,
    cells: [
      bar.label,
      ...[...TOKEN_KIND_LABELS.map((kind) => bar[kind.key]), bar.total].map(formatterFor(bar)),
    ],
  })),
  foot: [
    `${bars.length} days`,
    ...TOKEN_KIND_LABELS.map((kind) => formatShort(sums[kind.key])),
    formatShort(totalOf(sums)),
  ],
})
