/** Leaked sessions appear faster than usual. */
import { formatCount, formatPlural } from '../../../shared/numbers.ts'
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts'
import { freshValue } from './fresh-value.ts'
import { createHeavySeries } from './heavy-series.ts'
import { levelFrom, type Rule } from './reading.ts'

const WINDOW_MS = 3 * HOUR_MS
const KEPT_MS = 3 * DAY_MS
/** A crash leaves a few. A dozen in three hours is systematic. */
const LEAKS = { warn: 12, critical: 60, heldWarn: 6, heldCritical: 30 }
/** If some always leak, only a multiple of the usual number matters. */
const TIMES = { reached: 3, held: 1.5 }

export function leakRate(): Rule {
  const series = createHeavySeries(KEPT_MS)
  let lately = 0
  let typical = 0
  return ({ sample, now }, report) => {
    const heavy = freshValue(sample, 'leakedSessions')
    if (heavy === null) {
      report.unknown('leak-rate-rising')
      return
    }
    if (series.note(heavy.seenMs, heavy.value, now)) {
      lately = series.rise(now.spanMs - WINDOW_MS, now.spanMs)
      typical = typicalOf(earlier(now.spanMs, series.firstMs() ?? now.spanMs, series.rise))
    }
    const isWhole = now.spanMs - (series.firstMs() ?? now.spanMs) >= WINDOW_MS
    report.read({
      signal: 'leaks/rising',
      subject: '',
      reached: lately >= typical * TIMES.reached ? levelFrom(lately, LEAKS.warn, LEAKS.critical) : null,
      held: !isWhole
        ? 'critical'
        : lately >= typical * TIMES.held
          ? levelFrom(lately, LEAKS.heldWarn, LEAKS.heldCritical)
          : null,
      value: lately,
      unit: 'count',
      limit: LEAKS.warn,
      words: () => ({
        title: 'More sessions are left open than usual',
        rule: `${LEAKS.warn} sessions left open in 3 hours, and ${TIMES.reached} times the usual`,
        evidence: `${formatPlural(lately, 'session')} left open without a sign of life in the last 3 hours; usual ${formatCount(typical)}. ${formatCount(heavy.value)} in all.`,
      }),
    })
  }
}

function earlier(nowMs: number, firstMs: number, rise: (fromMs: number, toMs: number) => number): number[] {
  const sums: number[] = []
  for (let toMs = nowMs - WINDOW_MS; toMs - WINDOW_MS >= firstMs; toMs -= WINDOW_MS)
    sums.push(rise(toMs - WINDOW_MS, toMs))
  return sums
}

/** The median. 0 until a day was watched, so that the problem itself does not count as usual. */
const typicalOf = (sums: readonly number[]): number =>
  sums.length * WINDOW_MS < DAY_MS ? 0 : ([...sums].sort((a, b) => a - b)[Math.floor(sums.length / 2)] ?? 0)
