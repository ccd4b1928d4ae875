/** An active session that exceeds its limits. An inactive one is a finding, not an incident. */
import { formatBytes, formatCount, formatShort } from '../../../shared/numbers.ts'
import { MINUTE_MS } from '../../../shared/time.ts'
import type { Detection } from '../incidents/incident.ts'
import { limitsOf, type WatchLimits } from '../limits/limits.ts'
import { levelFrom, positive, type Reading, type Rule } from './reading.ts'
import { burntOf, SIZE_KEPT_MS, type Track, trackLabel } from './session-tracks.ts'

/** Critical at twice the limit. Clears a little below it, so that one compression does not flap. */
const CRITICAL = 2
const HELD = 0.9
const STILL_MS = 2 * MINUTE_MS

export const sessionOverLimits: () => Rule =
  () =>
  ({ sample, limits, now, tracks }, report) => {
    if (!sample.database.ok) report.unknown('session-over-limits')
    for (const track of tracks.all()) {
      const { tick } = track
      const { messages, tokens, fileBytes: most, iterations } = limitsOf(limits, tick)
      const quietMs = now.watchedMs - track.movedMs
      const over = (signal: Reading['signal'], measure: Measure): void => {
        const reading = overReading(signal, track, measure, limits)
        if (reading !== null) report.read(reading)
      }
      if (quietMs < SIZE_KEPT_MS) {
        over('limits/size', worst(messages, tokens, most, track))
      }
      over('limits/iterations', {
        value: quietMs < STILL_MS ? positive(tick.iterationsSinceUser) : 0,
        limit: iterations,
        unit: 'count',
        words: (value) => `${formatCount(value)} tool iterations without a word from a person`,
      })
    }
  }

type Measure = {
  readonly value: number
  readonly limit: number
  readonly unit: Detection['unit']
  readonly words: (value: number) => string
}

/** The measure furthest over its limit. Ties go to messages, then tokens, then bytes. */
function worst(
  messages: number,
  tokens: number | null,
  mostBytes: number,
  { tick, fileBytes: bytes }: Track,
): Measure {
  const measures: Measure[] = [
    {
      value: positive(tick.totalMessages),
      limit: messages,
      unit: 'messages',
      words: (value) => `${formatCount(value)} messages`,
    },
    {
      value: burntOf(tick.totalTokens).fresh,
      limit: tokens ?? Number.POSITIVE_INFINITY,
      unit: 'count',
      words: (value) => `${formatShort(value)} tokens of fresh input and output`,
    },
    {
      value: bytes,
      limit: mostBytes,
      unit: 'bytes',
      words: (value) => `a transcript of ${formatBytes(value)}`,
    },
  ]
  return measures.reduce((most, one) => (shareOf(one) > shareOf(most) ? one : most))
}

const shareOf = ({ value, limit }: Measure): number => (limit > 0 ? value / limit : 0)

function overReading(
  signal: Reading['signal'],
  track: Track,
  { value, limit, unit, words }: Measure,
  limits: WatchLimits,
): Reading | null {
  if (!(limit > 0) || !Number.isFinite(limit)) return null
  return {
    signal,
    subject: track.tick.id,
    reached: value > limit ? levelFrom(value, limit, limit * CRITICAL) : null,
    held: levelFrom(value, limit * HELD, limit * CRITICAL * HELD),
    value,
    unit,
    limit,
    words: () => ({
      title: `${trackLabel(track)} is over its limit`,
      rule: `more than ${words(limit)}${describeOverride(limits, track)}`,
      evidence: `It has ${words(value)}; the limit is ${words(limit)}.`,
    }),
  }
}

function describeOverride({ overrides }: WatchLimits, { tick }: Track): string {
  if (tick.cronJobId !== null && overrides[`job:${tick.cronJobId}`] !== undefined)
    return ', by this job’s limit'
  return overrides[`source:${tick.source}`] === undefined ? '' : `, by the limit for ${tick.source}`
}
