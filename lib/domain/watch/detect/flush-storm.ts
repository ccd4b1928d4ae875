/** What the next start of an older gateway would do: one model call for every expired route. */
import { formatCount, formatPlural } from '../../../shared/numbers.ts'
import { MINUTE_MS } from '../../../shared/time.ts'
import { freshValue } from './fresh-value.ts'
import { levelFrom, type Rule } from './reading.ts'

/** A few calls go unnoticed. Ten block every platform for minutes. */
const CALLS = { warn: 10, held: 5 }
/** How long platforms were blocked in a real incident. */
const STORM_MS = 15 * MINUTE_MS

export function flushStorm(): Rule {
  let wasRunning: boolean | null = null
  let lastProcess: string | null = null
  let startedMs: number | null = null
  return ({ sample, now }, report) => {
    const { running, process } = sample.gateway
    // The process is checked only now and then, so a quick restart shows as another process, not as a stop.
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
