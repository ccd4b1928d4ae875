/** A session that runs away: by tokens per minute, messages per second, iterations or repeated calls. */
import { formatCount, formatShort } from '../../../shared/numbers.ts'
import { MINUTE_MS, SECOND_MS } from '../../../shared/time.ts'
import { oneLine } from '../../sessions/session-label.ts'
import type { IncidentLevel } from '../incidents/incident.ts'
import { limitsOf } from '../limits/limits.ts'
import { levelFrom, positive, type Rule, type RuleInput, type RuleReport, type Words } from './reading.ts'
import { type Burnt, burntOf, recentActivity, type Track, trackLabel } from './session-tracks.ts'
import type { Signal } from './signals.ts'

/** Three times the limit is not just a long answer. Clears below half the limit, because calls come in bursts. */
export const TOKENS = { critical: 3, heldWarn: 0.5, heldCritical: 1.5 }
/**
 * A turn that a person waits for may read tens of thousands of cached tokens with every call for minutes.
 * Shortly after a person wrote, only a multiple of the limit is a runaway. This does not apply to cron jobs.
 */
const ATTENDED = { forMs: 5 * MINUTE_MS, factor: 10 }
/**
 * A job whose runs are always large may use up to twice its usual tokens. Until then, only the critical level
 * counts. The minimum excludes jobs whose whole run usually takes less than two minutes at the limit.
 */
const HABIT = { factor: 2, leastMinutes: 2 }
/** An agent working through tools writes far less than one message per second. A real loop wrote 602 in 107 s. */
const PER_SECOND = {
  windowMs: 30 * SECOND_MS,
  samples: 3,
  warn: 2,
  critical: 4,
  heldWarn: 1,
  heldCritical: 2,
}
/** Waiting for a build repeats a call a few times. Ten in a row is a loop. */
const REPEATS = { warn: 10, critical: 25 }
/** Steps of a long task are seconds apart. Ten a minute past the limit is a loop. */
const ITERATIONS = { windowMs: 2 * MINUTE_MS, warnPerMinute: 10, heldPerMinute: 2, critical: 2 }
/** Without activity for this long, a loop has ended. */
const STILL_MS = MINUTE_MS

export const runawaySession: () => Rule = () => (input, report) => {
  if (!input.sample.database.ok) report.unknown('runaway-session')
  for (const track of input.tracks.all()) readTrack(track, input, report)
}

function readTrack(track: Track, { limits, now }: RuleInput, report: RuleReport): void {
  const minute = recentActivity(track, MINUTE_MS, now)
  const perMinute = minute.fresh + minute.cache
  const isMoving = now.watchedMs - track.movedMs < STILL_MS
  const read = (
    signal: Signal,
    reached: IncidentLevel | null,
    held: IncidentLevel | null,
    words: () => Words,
  ): void =>
    report.read({
      signal,
      subject: track.tick.id,
      reached,
      held,
      value: perMinute,
      unit: 'tokens/min',
      limit: limits.tokensPerMinute,
      words,
    })

  const limit = positive(limits.tokensPerMinute) || Number.POSITIVE_INFINITY
  const isJob = track.tick.cronJobId !== null || track.tick.source === 'cron'
  const isAttended = !isJob && now.watchedMs - track.spokenMs < ATTENDED.forMs
  const threshold =
    limit * (isAttended ? ATTENDED.factor : isJob && isHabit(track, limit) ? TOKENS.critical : 1)
  read(
    'runaway/tokens',
    perMinute > threshold ? levelFrom(perMinute, limit, limit * TOKENS.critical) : null,
    levelFrom(perMinute, limit * TOKENS.heldWarn, limit * TOKENS.heldCritical),
    () => ({
      title: `${trackLabel(track)} burns ${formatShort(perMinute)} tokens a minute`,
      rule: `over ${formatShort(threshold)} tokens a minute for 2 minutes, by one run${isJob || isAttended ? '' : ' without a word from a person for 5 minutes'}`,
      evidence: `${describeBurnt(minute)} in the last minute.${describeTypical(track)}`,
    }),
  )

  const lately = recentActivity(track, PER_SECOND.windowMs, now)
  const perSecond = lately.messages / (PER_SECOND.windowMs / SECOND_MS)
  read(
    'runaway/messages',
    lately.samples < PER_SECOND.samples ? null : levelFrom(perSecond, PER_SECOND.warn, PER_SECOND.critical),
    levelFrom(perSecond, PER_SECOND.heldWarn, PER_SECOND.heldCritical),
    () => ({
      title: `${trackLabel(track)} is looping`,
      rule: `${PER_SECOND.warn} messages a second over 30 seconds, people's own not counted`,
      evidence: `${formatCount(lately.messages)} messages in the last 30 s, ${formatCount(positive(track.tick.totalMessages))} in all.`,
    }),
  )

  const repeats = isMoving ? positive(track.tick.repeats) : 0
  const repeated = levelFrom(repeats, REPEATS.warn, REPEATS.critical)
  read('runaway/repeats', repeated, repeated, () => ({
    title: `${trackLabel(track)} is looping`,
    rule: `the same call ${REPEATS.warn} times in a row`,
    evidence: `The same call ${formatCount(repeats)} times in a row${describeCall(track.tick.repeatedCall)}.`,
  }))

  const most = positive(limitsOf(limits, track.tick).iterations) || Number.POSITIVE_INFINITY
  const iterations = isMoving ? positive(track.tick.iterationsSinceUser) : 0
  const pace = recentActivity(track, ITERATIONS.windowMs, now).iterations / (ITERATIONS.windowMs / MINUTE_MS)
  const level = levelFrom(iterations, most, most * ITERATIONS.critical)
  read(
    'runaway/iterations',
    pace >= ITERATIONS.warnPerMinute ? level : null,
    pace >= ITERATIONS.heldPerMinute ? level : null,
    () => ({
      title: `${trackLabel(track)} is looping`,
      rule: `${formatCount(most)} tool iterations without a word from a person, still ${ITERATIONS.warnPerMinute} a minute`,
      evidence: `${formatCount(iterations)} tool iterations since a person spoke, ${formatCount(pace)} a minute.`,
    }),
  )
}

function isHabit({ tick }: Track, limit: number): boolean {
  const typical = positive(tick.typicalTokens)
  const { fresh, cache } = burntOf(tick.totalTokens)
  return typical >= limit * HABIT.leastMinutes && fresh + cache <= typical * HABIT.factor
}

const describeTypical = ({ tick }: Track): string =>
  positive(tick.typicalTokens) === 0
    ? ''
    : ` Runs of this job usually take ${formatShort(positive(tick.typicalTokens))} in all.`

/** Kinds of tokens have different prices and are never one number. */
export const describeBurnt = ({ fresh, cache }: Burnt): string =>
  `${formatShort(fresh + cache)} tokens (${formatShort(fresh)} fresh input and output, ${formatShort(cache)} cache)`

const CALL_LENGTH = 60

function describeCall(call: string | null): string {
  if (call === null || call.trim() === '') return ''
  const line = oneLine(call)
  return `: ${line.length > CALL_LENGTH ? `${line.slice(0, CALL_LENGTH - 1)}…` : line}`
}
