/** Plays samples through the detector and the folding, as the sampler does, and tells what an operator would have seen. */
import { createDetector } from '../../domain/watch/detector.ts'
import { foldIncidents } from '../../domain/watch/fold-incidents.ts'
import type { Incident, IncidentKind, IncidentLevel, TimelineEntry } from '../../domain/watch/incident.ts'
import type { LightSample } from '../../domain/watch/light-sample.ts'
import { USUAL_LIMITS, type WatchLimits } from '../../domain/watch/limits.ts'

export type Told = {
  readonly atMs: number
  readonly event: TimelineEntry['kind'] | undefined
  readonly kind: IncidentKind
  readonly subject: string
  readonly level: IncidentLevel
  readonly words: string
}

export type Replay = {
  readonly look: (sample: LightSample) => void
  /** Everything somebody would have been told, in order. */
  readonly told: readonly Told[]
  readonly open: () => readonly Incident[]
  /** Steward stops and starts: the detector forgets, the store does not. */
  readonly restart: () => void
}

export function createReplay(limits: WatchLimits = USUAL_LIMITS): Replay {
  let detector = createDetector()
  let open: readonly Incident[] = []
  let ids = 0
  const told: Told[] = []
  return {
    told,
    open: () => open,
    restart: () => {
      detector = createDetector()
    },
    look(sample) {
      const folded = foldIncidents(open, detector.look(sample, limits), sample.atMs, {
        id: () => `i${++ids}`,
        homeId: 'h',
      })
      open = folded.open
      for (const { kind, subject, level, timeline } of folded.changed)
        told.push({
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
