/**
 * Who protects what, as of now: a plan is an hour old at most, and in an hour a session can be pinned, routed or taken
 * up again. Read between batches, never inside a transaction.
 */
import { readClaims } from '../../collect/read-claims.ts'
import { readRouting } from '../../collect/read-routing.ts'
import { readSessions } from '../../collect/read-sessions.ts'
import type { HomeRef } from '../../domain/home.ts'
import { judgeSessions } from '../../domain/judge-sessions.ts'
import type { Protection } from '../../domain/session.ts'
import { wordProtection } from '../../domain/word-protection.ts'
import type { Protect } from '../../execute/rows/check-session.ts'
import { hasPassed, SECOND_MS } from '../../shared/time.ts'
import { readStateDb } from '../read-database-side.ts'

const FRESH_MS = 2 * SECOND_MS

export type Verdicts = { readonly protect: Protect; readonly refresh: () => void }

export function makeVerdicts(home: HomeRef, now: () => number): Verdicts {
  let known: ReadonlyMap<string, Protection> | null = null
  let readMs = Number.NEGATIVE_INFINITY
  return {
    refresh: () => {
      if (!hasPassed(FRESH_MS, readMs, now())) return
      known = readProtections(home, now())
      readMs = now()
    },
    protect: (id) => {
      const protection = known === null ? UNKNOWN : known.get(id)
      return protection === undefined ? null : { code: protection.code, message: wordProtection(protection) }
    },
  }
}

const UNKNOWN: Protection = { code: 'claims-unknown' }

/** Null: they could not be read, and then everything might be somebody's. */
function readProtections(home: HomeRef, nowMs: number): Map<string, Protection> | null {
  const read = readStateDb(home.path, (db, { capabilities }) => {
    const routing = readRouting(db, capabilities, home.path)
    if (!routing.ok) return null
    const claims = readClaims(db, capabilities, home.path, routing.value, nowMs)
    // When its newest message came is part of each mark, and held against the row itself.
    const sessions = judgeSessions(
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
