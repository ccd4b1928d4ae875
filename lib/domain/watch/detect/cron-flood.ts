/** More cron runs within an hour than the limit. */
import { formatCount } from '../../../shared/numbers.ts'
import { freshValue } from './fresh-value.ts'
import { levelFrom, positive, type Rule } from './reading.ts'

const FACTORS = { critical: 2, held: 0.8 }

export const cronFlood: () => Rule =
  () =>
  ({ sample, limits }, report) => {
    const heavy = freshValue(sample, 'cronRunsLastHour')
    if (heavy === null) {
      report.unknown('cron-flood')
      return
    }
    const limit = positive(limits.cronRunsPerHour)
    if (limit === 0) return
    const { value } = heavy
    report.read({
      signal: 'cron/flood',
      subject: '',
      reached: value > limit ? levelFrom(value, limit, limit * FACTORS.critical) : null,
      held: levelFrom(value, limit * FACTORS.held, limit * FACTORS.critical * FACTORS.held),
      value,
      unit: 'count',
      limit,
      words: () => ({
        title: 'Cron starts more runs than its limit',
        rule: `more than ${formatCount(limit)} cron runs in an hour`,
        evidence: `${formatCount(value)} runs started within the last hour.`,
      }),
    })
  }
