/** More cron runs within an hour than somebody thought possible. */
import { formatCount } from '../../../shared/numbers.ts'
import { numberOf } from './fresh-value.ts'
import { amount, levelFrom, type Rule } from './reading.ts'

const MARKS = { critical: 2, held: 0.8 }

export const cronFlood: () => Rule =
  () =>
  ({ sample, limits }, report) => {
    const heavy = numberOf(sample, 'cronRunsLastHour')
    if (heavy === null) {
      report.cannotTell('cron-flood')
      return
    }
    const limit = amount(limits.cronRunsPerHour)
    if (limit === 0) return
    const { value } = heavy
    report.read({
      sign: 'cron/flood',
      subject: '',
      reached: value > limit ? levelFrom(value, limit, limit * MARKS.critical) : null,
      held: levelFrom(value, limit * MARKS.held, limit * MARKS.critical * MARKS.held),
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
