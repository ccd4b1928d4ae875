/** Recently active sessions with two minutes of steps each. Bounded. */
import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts'
import { oneLine } from '../../sessions/session-label.ts'
import type { LightSample, SessionTick } from '../light-sample.ts'
import { limitsOf, type WatchLimits } from '../limits/limits.ts'
import { positive } from './reading.ts'
import type { Moment } from './watch-time.ts'

const STEPS_KEPT_MS = 2 * MINUTE_MS
/** Longer than any session signal takes to clear. */
const QUIET_KEPT_MS = 10 * MINUTE_MS
/** A session over its limits that continues within this time is the same incident. */
export const SIZE_KEPT_MS = 2 * HOUR_MS
const MAX_TRACKS = 256
const MAX_STEPS = 240
const LABEL_LENGTH = 80

export type Burnt = { readonly fresh: number; readonly cache: number }

type Step = Burnt & {
  readonly atMs: number
  /** Without messages from people. */
  readonly messages: number
  readonly iterations: number
}

export type Track = {
  readonly tick: SessionTick
  readonly movedMs: number
  /** When a person last wrote. Before watching started, a person may have just written. */
  readonly spokenMs: number
  readonly steps: readonly Step[]
  /** Its largest transcript, if that is a large one. */
  readonly fileBytes: number
  /** Over its size limits when it was last active. */
  readonly isLarge: boolean
}

export type SessionTracks = {
  readonly note: (sample: LightSample, limits: WatchLimits, now: Moment) => void
  readonly all: () => Iterable<Track>
  readonly size: () => number
}

export function createSessionTracks(): SessionTracks {
  const tracks = new Map<string, Track>()

  function note(sample: LightSample, limits: WatchLimits, now: Moment): void {
    const files = largestFiles(sample)
    for (const tick of sample.moved) {
      const before = tracks.get(tick.id)
      const fileBytes = files.get(tick.id) ?? 0
      tracks.set(tick.id, {
        tick,
        movedMs: now.watchedMs,
        spokenMs: positive(tick.userMessages) > 0 ? now.watchedMs : (before?.spokenMs ?? 0),
        steps:
          now.stepMs === null ? [] : [...recent(before?.steps ?? [], now), stepOf(tick, before?.tick, now)],
        fileBytes,
        isLarge: isLarge(tick, fileBytes, limits),
      })
    }
    for (const [id, track] of tracks) {
      const quietMs = now.watchedMs - track.movedMs
      if (quietMs > (track.isLarge ? SIZE_KEPT_MS : QUIET_KEPT_MS)) tracks.delete(id)
      else if (now.stepMs === null && track.steps.length > 0) tracks.set(id, { ...track, steps: [] })
    }
    if (tracks.size > MAX_TRACKS)
      for (const { tick } of [...tracks.values()].sort(byQuietest).slice(0, tracks.size - MAX_TRACKS))
        tracks.delete(tick.id)
  }

  return { note, all: () => tracks.values(), size: () => tracks.size }
}

/** By id, so that the order within a sample does not matter. */
const byQuietest = (a: Track, b: Track): number =>
  a.movedMs - b.movedMs || (a.tick.id < b.tick.id ? -1 : a.tick.id > b.tick.id ? 1 : 0)

const recent = (steps: readonly Step[], now: Moment): Step[] =>
  steps.filter(({ atMs }) => atMs > now.watchedMs - STEPS_KEPT_MS).slice(-MAX_STEPS)

function stepOf(tick: SessionTick, before: SessionTick | undefined, now: Moment): Step {
  const { fresh, cache } = burntOf(tick.tokens)
  return {
    atMs: now.watchedMs,
    fresh,
    cache,
    messages: Math.max(0, positive(tick.messages) - positive(tick.userMessages)),
    iterations:
      before === undefined
        ? 0
        : Math.max(0, positive(tick.iterationsSinceUser) - positive(before.iterationsSinceUser)),
  }
}

export const burntOf = (tokens: SessionTick['tokens']): Burnt => ({
  fresh: positive(tokens.input) + positive(tokens.output),
  cache: positive(tokens.cacheRead) + positive(tokens.cacheWrite),
})

function largestFiles({ heavy }: LightSample): ReadonlyMap<string, number> {
  const bySession = new Map<string, number>()
  for (const { sessionId, bytes } of heavy?.largeFiles ?? [])
    if (sessionId !== null) bySession.set(sessionId, Math.max(positive(bytes), bySession.get(sessionId) ?? 0))
  return bySession
}

function isLarge(tick: SessionTick, bytes: number, limits: WatchLimits): boolean {
  const { messages, tokens, fileBytes } = limitsOf(limits, tick)
  return (
    positive(tick.totalMessages) > messages ||
    bytes > fileBytes ||
    (tokens !== null && burntOf(tick.totalTokens).fresh > tokens)
  )
}

/** Sums of a session's last minutes or seconds. */
export function recentActivity(
  track: Track,
  windowMs: number,
  now: Moment,
): Step & { readonly samples: number } {
  const sum = { atMs: now.watchedMs, fresh: 0, cache: 0, messages: 0, iterations: 0, samples: 0 }
  for (const step of track.steps) {
    if (step.atMs <= now.watchedMs - windowMs) continue
    sum.fresh += step.fresh
    sum.cache += step.cache
    sum.messages += step.messages
    sum.iterations += step.iterations
    if (step.messages > 0) sum.samples += 1
  }
  return sum
}

/** The title, the job or the id, as one line of plain text. */
export function trackLabel({ tick }: Track): string {
  const named = tick.title?.trim()
    ? tick.title
    : tick.cronJobId === null
      ? tick.id
      : `cron job ${tick.cronJobId}`
  const line = oneLine(named)
  return line.length > LABEL_LENGTH ? `${line.slice(0, LABEL_LENGTH - 1)}…` : line
}
