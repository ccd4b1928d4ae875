/** The incidents of one home with the inputs for advice, taken over from an earlier observer of the home. */
import type { HomeRef } from '../../domain/home/home.ts'
import type { Store } from '../../store/open-store.ts'
import { Adviser, type KnownHome, type KnownSession } from './adviser.ts'
import { type AdviseOn, IncidentTracker } from './incident-tracker.ts'
import type { WatchMemory } from './watch-memory.ts'
import type { WebhookTarget } from './webhook-request.ts'

export type TrackOptions = {
  /** Missing or null: incidents are kept in memory only. */
  readonly store?: Store | null
  /** Null: incidents are not delivered. */
  readonly webhook?: WebhookTarget | null
  readonly clock: () => number
  /** Of the previous observer, which had no database: open incidents stay open. */
  readonly incidents?: IncidentTracker
}

export type Surroundings = {
  /** The last observation, at least this recent if that is possible without reading the home. */
  readonly observationSince: (atMs: number) => KnownHome | null
  readonly findSession: (id: string) => KnownSession | null
}

export function trackIncidents(
  home: HomeRef,
  memory: WatchMemory | null,
  { store = null, webhook = null, clock, incidents: before }: TrackOptions,
  { observationSince, findSession }: Surroundings,
): IncidentTracker {
  const adviser = new Adviser(home)
  // Without visitors the last observation is old or missing, and plans are offered only for known items.
  const advise: AdviseOn = (incidents, samples) => {
    const openedMs = Math.max(0, ...incidents.map((incident) => incident.openedMs))
    return adviser.advise(incidents, samples, observationSince(openedMs), findSession)
  }
  const monotonicTime = (nowMs: number) => memory?.monotonicTime(nowMs) ?? nowMs
  if (before === undefined)
    return new IncidentTracker(home, store, {
      webhook,
      clock,
      advise,
      monotonicTime,
      watchedBefore: (nowMs) => memory?.watchedBefore(nowMs) ?? null,
    })
  before.goOn(store, { advise, monotonicTime }, clock())
  return before
}
