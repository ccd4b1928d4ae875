/**
 * Current protections: a plan is up to an hour old, and sessions can be pinned, routed or resumed meanwhile.
 * Everything is read between batches, never inside a transaction. Claims the database can look up by id are
 * checked once more inside it.
 */

import type { StateDb } from '../../collect/database/database-facts.ts'
import { readRouting } from '../../collect/gateway/read-routing.ts'
import { type ClaimsById, claimsById } from '../../collect/sessions/claims-by-id.ts'
import { readClaims } from '../../collect/sessions/read-claims.ts'
import { readSessions } from '../../collect/sessions/read-sessions.ts'
import type { HomeRef } from '../../domain/home/home.ts'
import { assessSessions } from '../../domain/sessions/assess-sessions.ts'
import type { Protection } from '../../domain/sessions/session.ts'
import { describeProtection } from '../../domain/sessions/words.ts'
import type { Protect } from '../../execute/rows/check-session.ts'
import { SECOND_MS } from '../../shared/time.ts'
import { readStateDb } from '../observe/read-database-side.ts'

/** A large home takes longer to read, so its protections may be a little older. */
const FRESH_MS = { least: SECOND_MS / 4, most: 2 * SECOND_MS, perMsOfReading: 20 } as const

export type Protections = { readonly protect: Protect; readonly refresh: () => void }

export function trackProtections(home: HomeRef, now: () => number): Protections {
  let known: ReadonlyMap<string, Protection> | null = null
  // On a monotonic clock, because a wall clock set back would make old protections look fresh.
  let freshUntil = Number.NEGATIVE_INFINITY
  const lookups = new WeakMap<StateDb, ClaimsById>()
  const lookupIn = (db: StateDb): ClaimsById => {
    const lookup = lookups.get(db) ?? claimsById(db, home.path)
    lookups.set(db, lookup)
    return lookup
  }
  return {
    refresh: () => {
      const startedAt = performance.now()
      if (startedAt < freshUntil) return
      known = readProtections(home, now())
      const readAt = performance.now()
      const freshMs = (readAt - startedAt) * FRESH_MS.perMsOfReading
      freshUntil = readAt + Math.min(FRESH_MS.most, Math.max(FRESH_MS.least, freshMs))
    },
    protect: (id, db) => {
      const protection = known === null ? UNKNOWN : (known.get(id) ?? lookupIn(db)(id, now()))
      return protection === null ? null : { code: protection.code, message: describeProtection(protection) }
    },
  }
}

const UNKNOWN: Protection = { code: 'claims-unknown' }

/** Null: they could not be read, so everything is protected. */
function readProtections(home: HomeRef, nowMs: number): Map<string, Protection> | null {
  const read = readStateDb(home.path, (db, { capabilities }) => {
    const routing = readRouting(db, capabilities, home.path)
    if (!routing.ok) return null
    const claims = readClaims(db, capabilities, home.path, routing.value, nowMs)
    // Newest messages are not read here, because each fingerprint contains its own and is compared separately.
    const sessions = assessSessions(
      readSessions(db, capabilities, () => null),
      claims,
      nowMs,
    )
    const found = new Map<string, Protection>()
    for (const { id, protections } of sessions)
      if (protections[0] !== undefined) found.set(id, protections[0])
    return found
  })
  return read.ok ? read.value : null
}
