/**
 * Runs samples through the detector and incident folding, like the sampler, and records what an operator
 * would have seen.
 */
import { createDetector } from '../../domain/watch/detector.ts'
import { foldIncidents } from '../../domain/watch/incidents/fold-incidents.ts'
import type {
  Incident,
  IncidentKind,
  IncidentLevel,
  TimelineEntry,
} from '../../domain/watch/incidents/incident.ts'
import type { LightSample } from '../../domain/watch/light-sample.ts'
import { DEFAULT_LIMITS, type WatchLimits } from '../../domain/watch/limits/limits.ts'
import type { Played } from './field-incidents.ts'

type Notified = {
  readonly atMs: number
  readonly event: TimelineEntry['kind'] | undefined
  readonly kind: IncidentKind
  readonly subject: string
  readonly level: IncidentLevel
  readonly words: string
}

/** `0:02:20 runaway-session opened warn`, since the problem started. */
export function incidentLog(played: Iterable<Played>, limits: WatchLimits = DEFAULT_LIMITS): string[] {
  const replay = createReplay(limits)
  const lines: string[] = []
  for (const { sample, sinceMs } of played) {
    const before = replay.notifications.length
    replay.takeSample(sample)
    for (const { event, kind, level } of replay.notifications.slice(before))
      lines.push(`${clock(sinceMs)} ${kind} ${event} ${level}`)
  }
  return lines
}

function clock(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

export type Replay = {
  readonly takeSample: (sample: LightSample) => void
  /** Every notification, in order. */
  readonly notifications: readonly Notified[]
  readonly open: () => readonly Incident[]
  /** Closed incidents in their final state. */
  readonly closed: readonly Incident[]
  /** Steward restarts: the detector loses its state, the store does not. */
  readonly restart: () => void
}

export function createReplay(limits: WatchLimits = DEFAULT_LIMITS): Replay {
  let detector = createDetector()
  let open: readonly Incident[] = []
  let ids = 0
  const notified: Notified[] = []
  const closed: Incident[] = []
  return {
    notifications: notified,
    open: () => open,
    closed,
    restart: () => {
      detector = createDetector()
    },
    takeSample(sample) {
      const folded = foldIncidents(open, detector.detect(sample, limits), sample.atMs, {
        id: () => `i${++ids}`,
        homeId: 'h',
      })
      open = folded.open
      closed.push(...folded.changed.filter(({ closedMs }) => closedMs !== null))
      for (const { kind, subject, level, timeline } of folded.changed)
        notified.push({
          atMs: sample.atMs,
          event: timeline.at(-1)?.kind,
          kind,
          subject,
          level,
          words: timeline.at(-1)?.words ?? '',
        })
    },
  }
}
