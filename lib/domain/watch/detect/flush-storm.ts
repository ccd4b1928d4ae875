/** What the next start of an old gateway would do: one model call for every expired chat, again. */
import { formatCount, formatPlural } from '../../../shared/numbers.ts'
import { MINUTE_MS } from '../../../shared/time.ts'
import { freshValue } from './fresh-value.ts'
import { levelFrom, type Rule } from './reading.ts'

/** A few calls pass unnoticed; ten keep every platform mute for minutes. */
const CALLS = { warn: 10, held: 5 }
/** As long as the field saw platforms mute after such a start. */
const STORM_MS = 15 * MINUTE_MS

export function flushStorm(): Rule {
  let wasRunning: boolean | null = null
  let lastProcess: string | null = null
  let startedMs: number | null = null
  return ({ sample, now }, report) => {
    const { running, process } = sample.gateway
    // Who runs is asked now and then: a quick restart is never seen as a gateway that is down, only as another one.
    const isAnother = process !== null && lastProcess !== null && process !== lastProcess
    if (isAnother || (running === true && wasRunning === false)) startedMs = now.watchedMs
    wasRunning = running ?? wasRunning
    lastProcess = process ?? lastProcess
    const heavy = freshValue(sample, 'flushCalls')
    if (heavy === null) {
      report.unknown('flush-storm-due')
      return
    }
    const isStorming = startedMs !== null && now.watchedMs - startedMs < STORM_MS
    const reached = levelFrom(heavy.value, CALLS.warn, isStorming ? CALLS.warn : Number.POSITIVE_INFINITY)
    const routes = sample.heavy?.flushesOnRestart ?? null
    report.read({
      signal: 'flush/due',
      subject: '',
      reached,
      held: levelFrom(heavy.value, CALLS.held, isStorming ? CALLS.held : Number.POSITIVE_INFINITY),
      value: heavy.value,
      unit: 'count',
      limit: CALLS.warn,
      words: () => ({
        title: isStorming
          ? 'The gateway started with expired chats to flush'
          : `The next restart would flush ${routes === null ? 'expired chats' : formatPlural(routes, 'route')}`,
        rule: `${CALLS.warn} model calls or more at the next start of the gateway`,
        evidence: `About ${formatPlural(heavy.value, 'model call')}${routes === null ? '' : `, for ${formatCount(routes)} expired chats`}; every platform is mute meanwhile.`,
      }),
    })
  }
}
