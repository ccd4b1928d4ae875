/** Context for Watch: what grows, what Hermes is busy with, which version it is. Pure. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import type { SearchNotes } from '../database/database-view.ts'
import type { Route } from '../gateway/gateway.ts'
import { FIRST_SCHEMA_WITHOUT_FLUSH } from '../gateway/gateway-restart.ts'
import type { StorageSample } from '../home/sample.ts'
import type { Session } from '../sessions/session.ts'
import { excludeCleanups } from '../storage/exclude-cleanups.ts'
import { GROWING_CLASSES } from '../storage/growth.ts'
import { CLASS_WORDS } from '../storage/words.ts'

/** A storage class by its label. */
type Grower = { readonly label: string; readonly bytes: number; readonly overMs: number }

/** Null means unknown. */
export type HomeSigns = {
  readonly schema: number | null
  /** This version flushes expired routes at each start. */
  readonly flushesAtStart: boolean | null
  /** What grew most recently, or `none`. */
  readonly grower: Grower | 'none' | null
  /** Observed gateway starts within the last hour. `lastMs` is the last start, observed or not. */
  readonly starts: { readonly count: number; readonly sinceMs: number; readonly lastMs: number | null } | null
  readonly search: { readonly rebuilt: number | null; readonly stale: boolean } | null
  readonly routesToEnded: number | null
}

/** Scans are 15 minutes apart. Closer samples say nothing about an hour. */
const MIN_SPAN_MS = 10 * MINUTE_MS

/** The class that grew most over the last hour, or over the last day if that is unknown or zero. */
export function biggestGrower(samples: readonly StorageSample[], nowMs: number): HomeSigns['grower'] {
  const hour = grownMost(samples, nowMs - HOUR_MS)
  return hour === null || hour === 'none' ? (grownMost(samples, nowMs - DAY_MS) ?? hour) : hour
}

function grownMost(samples: readonly StorageSample[], fromMs: number): HomeSigns['grower'] {
  const sorted = samples.filter(({ atMs }) => atMs >= fromMs).sort((a, b) => a.atMs - b.atMs)
  const inside = excludeCleanups(sorted).samples
  const [first, last] = [inside[0], inside.at(-1)]
  if (first === undefined || last === undefined) return null
  const overMs = last.atMs - first.atMs
  if (overMs < MIN_SPAN_MS) return null
  const grown = GROWING_CLASSES.flatMap((storageClass) => {
    const [before, after] = [first.classes[storageClass], last.classes[storageClass]]
    // A class that was not measured then did not grow from zero.
    if (before === undefined || after === undefined || after <= before) return []
    return [{ label: CLASS_WORDS[storageClass].label, bytes: after - before, overMs }]
  })
  return grown.sort((a, b) => b.bytes - a.bytes)[0] ?? 'none'
}

/** Null if the schema is unknown. */
export const flushesAtStart = (schema: number | null): boolean | null =>
  schema === null ? null : schema < FIRST_SCHEMA_WITHOUT_FLUSH

/** Routes to a session that has ended. */
export function countRoutesToEnded(
  routes: readonly Route[] | null,
  sessions: readonly Session[] | null,
): number | null {
  if (routes === null || sessions === null) return null
  const ended = new Set(sessions.flatMap(({ id, state }) => (state === 'ended' ? [id] : [])))
  return routes.filter(({ sessionId }) => ended.has(sessionId)).length
}

/** `rebuilt` is the progress from 0 to 1. Null if no rebuild is running. */
export function searchSign({ rebuilds, stale, cjkStale }: SearchNotes): HomeSigns['search'] {
  const shares = rebuilds.map(({ done, upTo }) => (upTo > 0 ? Math.min(1, done / upTo) : 1))
  return { rebuilt: shares.length === 0 ? null : Math.min(...shares), stale: stale || cjkStale }
}

/** From the times of the gateway's pid file, oldest first, since watching started. */
export function startsOf(
  stampsMs: readonly number[],
  watchedSinceMs: number,
  nowMs: number,
): NonNullable<HomeSigns['starts']> {
  const sinceMs = Math.max(watchedSinceMs, nowMs - HOUR_MS)
  return {
    count: stampsMs.filter((atMs) => atMs >= sinceMs).length,
    sinceMs,
    lastMs: stampsMs.at(-1) ?? null,
  }
}
