/** Burn against the limits per minute, hour and day, and in money. */
import { formatShort } from '../../../shared/numbers.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/time.ts'
import { formatUsd } from '../../../shared/usd.ts'
import type { SpentBeforeStart } from '../burn/spent-before-start.ts'
import { levelFrom, positive, type Reading, type Rule, type RuleInput, type RuleReport } from './reading.ts'
import { describeBurnt, TOKENS } from './runaway-session.ts'
import { type Burnt, burntOf, recentActivity } from './session-tracks.ts'

const BIN_MS = 5 * MINUTE_MS
/** Critical at twice the budget, cleared a tenth below it. */
const BUDGET = { critical: 2, held: 0.9 }

type Bin = { readonly bin: number; fresh: number; cache: number; usd: number }
type Step = Burnt & { readonly atMs: number }

/** `before` is what was spent before the first sample. */
export function burnOverBudget(before: SpentBeforeStart | null): Rule {
  let steps: Step[] = []
  let bins: Bin[] = []
  for (const spent of before?.steps ?? [])
    bins = withBin(bins, Math.floor(-spent.agoMs / BIN_MS), spent, spent.usd)
  const firstMs = -(before?.wholeMs ?? 0)

  return (input, report) => {
    const { sample, limits, now } = input
    const burnt = burntOf(sample.burnt)
    steps = now.stepMs === null ? [] : steps.filter(({ atMs }) => atMs > now.watchedMs - MINUTE_MS)
    if (now.stepMs !== null) {
      steps.push({ atMs: now.watchedMs, ...burnt })
      bins = withBin(bins, Math.floor(now.spanMs / BIN_MS), burnt, positive(sample.costUsd))
    }
    if (!sample.database.ok) report.unknown('burn-over-budget')
    readMinute(input, report, steps)
    const watchedMs = now.spanMs - firstMs
    const over = (windowMs: number): Bin => sumOf(bins, now.spanMs, windowMs)
    const reportBudget = (part: Budget): void => {
      const reading = budgetReading(part, watchedMs >= part.windowMs)
      if (reading !== null) report.read(reading)
    }
    const hour = over(HOUR_MS)
    const day = over(DAY_MS)
    const tokens = { unit: 'count', word: formatShort } as const
    reportBudget({
      ...tokens,
      signal: 'burn/hour',
      subject: 'hour',
      windowMs: HOUR_MS,
      limit: limits.tokensPerHour,
      sum: hour.fresh + hour.cache,
      evidence: () => describeBurnt(hour),
      name: 'hour',
    })
    reportBudget({
      ...tokens,
      signal: 'burn/day',
      subject: 'day',
      windowMs: DAY_MS,
      limit: limits.tokensPerDay,
      sum: day.fresh + day.cache,
      evidence: () => describeBurnt(day),
      name: '24 hours',
    })
    reportBudget({
      signal: 'burn/usd',
      subject: 'usd',
      windowMs: DAY_MS,
      limit: limits.usdPerDay,
      sum: day.usd,
      evidence: () => `At least ${formatUsd(day.usd)}`,
      name: '24 hours',
      unit: 'usd',
      word: formatUsd,
    })
  }
}

/** Runs over the limit have their own incident. This one is for what the others burn together. */
function readMinute(
  { sample, limits, now, tracks }: RuleInput,
  report: RuleReport,
  steps: readonly Step[],
): void {
  const limit = positive(limits.tokensPerMinute)
  if (limit === 0) return
  let fresh = 0
  let cache = 0
  for (const step of steps) {
    fresh += step.fresh
    cache += step.cache
  }
  for (const track of tracks.all()) {
    const own = recentActivity(track, MINUTE_MS, now)
    if (own.fresh + own.cache <= limit) continue
    fresh = Math.max(0, fresh - own.fresh)
    cache = Math.max(0, cache - own.cache)
  }
  const perMinute = fresh + cache
  report.read({
    signal: 'burn/minute',
    subject: 'minute',
    reached: perMinute > limit ? levelFrom(perMinute, limit, limit * TOKENS.critical) : null,
    held: levelFrom(perMinute, limit * TOKENS.heldWarn, limit * TOKENS.heldCritical),
    value: perMinute,
    unit: 'tokens/min',
    limit,
    words: () => ({
      title: `This home burns ${formatShort(perMinute)} tokens a minute`,
      rule: `over ${formatShort(limit)} tokens a minute for 2 minutes, by several runs together`,
      evidence: `${describeBurnt({ fresh, cache })} in the last minute, ${sample.moved.length} sessions at work.`,
    }),
  })
}

type Budget = {
  readonly signal: Reading['signal']
  readonly subject: string
  readonly name: string
  readonly windowMs: number
  readonly limit: number | null
  readonly sum: number
  readonly unit: Reading['unit']
  readonly evidence: () => string
  readonly word: (value: number) => string
}

/** Until a whole window was watched, its sum is a lower bound: enough to open an incident, not to close it. */
function budgetReading(part: Budget, isWhole: boolean): Reading | null {
  const { signal, subject, limit, sum, unit } = part
  if (limit === null || !(limit > 0)) return null
  return {
    signal,
    subject,
    reached: sum > limit ? levelFrom(sum, limit, limit * BUDGET.critical) : null,
    held: isWhole ? levelFrom(sum, limit * BUDGET.held, limit * BUDGET.critical * BUDGET.held) : 'critical',
    value: sum,
    unit,
    limit,
    words: () => ({
      title: `The budget of ${part.word(limit)} in ${part.name === 'hour' ? 'an hour' : part.name} is spent`,
      rule: `more than ${part.word(limit)}${unit === 'usd' ? '' : ' tokens'} in the last ${part.name}`,
      evidence: `${part.evidence()} in the last ${part.name}${isWhole ? '' : ', as far as Steward watched'}.`,
    }),
  }
}

/** The newest bin is updated in place, because a day has too many to copy at every sample. */
function withBin(bins: Bin[], bin: number, { fresh, cache }: Burnt, usd: number): Bin[] {
  const last = bins.at(-1)
  if (last === undefined || last.bin !== bin)
    return [...bins.filter((one) => one.bin > bin - DAY_MS / BIN_MS), { bin, fresh, cache, usd }]
  last.fresh += fresh
  last.cache += cache
  last.usd += usd
  return bins
}

function sumOf(bins: readonly Bin[], spanMs: number, windowMs: number): Bin {
  const from = Math.floor(spanMs / BIN_MS) - windowMs / BIN_MS
  const sum: Bin = { bin: 0, fresh: 0, cache: 0, usd: 0 }
  for (const { bin, fresh, cache, usd } of bins) {
    if (bin <= from) continue
    sum.fresh += fresh
    sum.cache += cache
    sum.usd += usd
  }
  return sum
}
