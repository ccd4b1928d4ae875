/** Answers a listing of sessions from the picture at hand; no database is asked. */
import type { Fault } from '../domain/fault.ts'
import { foldConversations } from '../domain/fold-conversations.ts'
import type { JudgedHome } from '../domain/judged-home.ts'
import {
  type BadCursor,
  querySessions,
  type SessionPage,
  type SessionQuery,
} from '../domain/session-query.ts'
import { type SessionTable, tabulateSessions } from '../domain/session-table.ts'
import { failed, ok, type Result } from '../shared/result.ts'
import { SECOND_MS, toIso } from '../shared/time.ts'
import type { HomeObserver } from './home-observer.ts'

export type SessionList = SessionPage & { readonly seenAt: string | null }
export type SessionListAnswer = Result<SessionList, Fault | BadCursor>

/** Somebody who types in the search asks many times a minute; a picture this old is shown as it is. */
const FRESH_MS = 5 * SECOND_MS

export async function readSessionList(home: HomeObserver, query: SessionQuery): Promise<SessionListAnswer> {
  const judged = await home.judged(FRESH_MS)
  const table = tableOf(home, judged, query.view)
  if (table === null)
    return judged.snapshot.rows.ok ? failed({ code: 'not-counted-yet' }) : judged.snapshot.rows
  const page = querySessions(table, query, home.now())
  return page.ok ? ok({ ...page.value, seenAt: toIso(judged.snapshot.seenAtMs) }) : page
}

type Tables = {
  readonly of: JudgedHome
  readonly rows: SessionTable | null
  conversations: SessionTable | null
}

/** The tables of the last picture of each home, as long as the home is observed. */
const tables = new WeakMap<HomeObserver, Tables>()

export function tableOf(
  home: HomeObserver,
  judged: JudgedHome,
  view: SessionQuery['view'],
): SessionTable | null {
  const last = tables.get(home)
  const known: Tables =
    last?.of === judged
      ? last
      : { of: judged, rows: tabulateSessions(judged, last?.rows), conversations: null }
  tables.set(home, known)
  if (view === 'rows' || known.rows === null) return known.rows
  known.conversations ??= foldConversations(known.rows)
  return known.conversations
}
