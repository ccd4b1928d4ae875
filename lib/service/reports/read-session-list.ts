/** Lists sessions from the last observation without reading a database. */

import type { AssessedHome } from '../../domain/home/assessed-home.ts'
import type { Fault } from '../../domain/home/fault.ts'
import { foldConversations } from '../../domain/sessions/fold-conversations.ts'
import { sessionPicks } from '../../domain/sessions/list/session-picks.ts'
import {
  type BadCursor,
  listSessions,
  querySessions,
  type SessionListing,
  type SessionPage,
  type SessionQuery,
} from '../../domain/sessions/list/session-query.ts'
import { type TabulatedSessions, tabulateSessions } from '../../domain/sessions/list/session-table.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { SECOND_MS, toIso } from '../../shared/time.ts'
import type { HomeObserver } from '../observe/home-observer.ts'

export type SessionList = SessionPage & { readonly seenAt: string | null }
export type SessionListAnswer = Result<SessionList, Fault | BadCursor>

/** Typing in the search sends many requests a minute, so an observation up to this age is reused. */
const FRESH_MS = 5 * SECOND_MS
/** Scrolling reuses the same observation, because a new one would shift the rows on screen. */
const SCROLLED_FRESH_MS = 30 * SECOND_MS

export async function readSessionList(home: HomeObserver, query: SessionQuery): Promise<SessionListAnswer> {
  const assessed = await home.assessed((query.offset ?? 0) > 0 ? SCROLLED_FRESH_MS : FRESH_MS)
  const table = tableOf(home, assessed, query.view)
  if (table === null)
    return assessed.snapshot.rows.ok ? failed({ code: 'not-counted-yet' }) : assessed.snapshot.rows
  const nowMs = home.now()
  const page = querySessions(table, query, nowMs, listingOf(table, query, nowMs))
  return page.ok ? ok({ ...page.value, seenAt: toIso(assessed.snapshot.seenAtMs) }) : page
}

/** Serialized here, because so many ids would block the server's thread. */
export type SessionPicksAnswer = Result<Uint8Array<ArrayBuffer>, Fault>

export async function readSessionPicks(home: HomeObserver, query: SessionQuery): Promise<SessionPicksAnswer> {
  const assessed = await home.assessed(FRESH_MS)
  const table = tableOf(home, assessed, query.view)
  if (table === null)
    return assessed.snapshot.rows.ok ? failed({ code: 'not-counted-yet' }) : assessed.snapshot.rows
  const picks = sessionPicks(table, listingOf(table, query, home.now()))
  const json = JSON.stringify({ ...picks, seenAt: toIso(assessed.snapshot.seenAtMs) })
  return ok(new TextEncoder().encode(json))
}

const LISTINGS_KEPT = 6
const listings = new WeakMap<TabulatedSessions, Map<string, SessionListing>>()

/** Scrolling requests the same listing many times: it is computed once per observation. */
function listingOf(table: TabulatedSessions, query: SessionQuery, nowMs: number): SessionListing {
  const known = listings.get(table) ?? new Map<string, SessionListing>()
  listings.set(table, known)
  const key = JSON.stringify([query.filter, query.sort, query.order])
  const listing = known.get(key) ?? listSessions(table, query, nowMs)
  known.delete(key)
  known.set(key, listing)
  for (const oldest of [...known.keys()].slice(0, -LISTINGS_KEPT)) known.delete(oldest)
  return listing
}

type Tables = {
  readonly of: AssessedHome
  readonly rows: TabulatedSessions | null
  conversations: TabulatedSessions | null
}

/** The tables of the last observation of each home, as long as the home is observed. */
const tables = new WeakMap<HomeObserver, Tables>()

export function tableOf(
  home: HomeObserver,
  assessed: AssessedHome,
  view: SessionQuery['view'],
): TabulatedSessions | null {
  const last = tables.get(home)
  const known: Tables =
    last?.of === assessed
      ? last
      : { of: assessed, rows: tabulateSessions(assessed, last?.rows), conversations: null }
  tables.set(home, known)
  if (view === 'rows' || known.rows === null) return known.rows
  known.conversations ??= foldConversations(known.rows)
  return known.conversations
}
