/** The incidents of one home, with what advice on them needs to know; kept on from the observer before, if there was one. */
import type { HomeRef } from '../../domain/home/home.ts'
import type { HomeMemory } from '../observe/home-memory.ts'
import type { Observation, ObserverOptions } from '../observe/home-observer.ts'
import { Adviser, type KnownSession } from './adviser.ts'
import { type AdviseOn, IncidentTracker } from './incident-tracker.ts'

export type Surroundings = {
  /** The picture of the home, no older than this if one can be made of what was read already. */
  readonly observationSince: (atMs: number) => Observation | null
  readonly findSession: (id: string) => KnownSession | null
}

export function trackIncidents(
  home: HomeRef,
  memory: HomeMemory | null,
  { webhook = null, clock, incidents: before }: ObserverOptions,
  { observationSince, findSession }: Surroundings,
): IncidentTracker {
  const adviser = new Adviser(home)
  // A server nobody visits has an old picture or none, and a plan is offered only for what is known to be there.
  const advise: AdviseOn = (incidents, samples) => {
    const openedMs = Math.max(0, ...incidents.map((incident) => incident.openedMs))
    return adviser.advise(incidents, samples, observationSince(openedMs), findSession)
  }
  const store = memory?.store ?? null
  const trustedTime = (nowMs: number) => memory?.trustedTime(nowMs) ?? nowMs
  if (before === undefined)
    return new IncidentTracker(home, store, {
      webhook,
      clock,
      advise,
      trustedTime,
      watchedBefore: (nowMs) => memory?.watchedBefore(nowMs) ?? null,
    })
  before.goOn(store, { advise, trustedTime }, clock())
  return before
}
