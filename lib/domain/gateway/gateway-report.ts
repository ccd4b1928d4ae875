/**
 * Every route of the gateway with what the next restart and the next message will do to it. This is the JSON
 * of `GET /api/v1/homes/{home}/gateway`; null means unknown.
 */

import { keysetPage, type PageQuery } from '../../shared/keyset-page.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { toIso } from '../../shared/time.ts'
import type { AssessedHome } from '../home/assessed-home.ts'
import type { Part } from '../home/home.ts'
import { partNotices } from '../home/notices.ts'
import type { Notice } from '../overview/overview.ts'
import type { Session, SessionState } from '../sessions/session.ts'
import type { RouteState, RoutingIndex } from './gateway.ts'
import {
  describeRestart,
  type OnRestart,
  type Restart,
  type RouteOutcome,
  restartOutcomes,
} from './gateway-restart.ts'
import { describeGatewaySign } from './words.ts'

export const ROUTE_SORTS = ['updatedAt', 'key', 'platform', 'state', 'sessionId'] as const
type RouteSort = (typeof ROUTE_SORTS)[number]

export type GatewayQuery = PageQuery<RouteSort> & {
  readonly state: RouteState | null
  readonly platform: string | null
  /** What the next restart does to the route. */
  readonly onRestart: OnRestart | null
  /** Searched in key, session id, display name and title. */
  readonly q: string | null
}

export type GatewayReport = {
  readonly seenAt: string
  readonly running: boolean | null
  readonly pid: number | null
  /** Explains how that is known. */
  readonly howKnown: string
  /** The home whose gateway also serves this one. */
  readonly servedBy: string | null
  readonly primary: 'table' | 'file' | 'none' | null
  readonly entries: readonly GatewayEntry[] | null
  readonly flushesOnRestart: number | null
  /** Totals of all routes, regardless of the filter. */
  readonly totals: GatewayTotals | null
  readonly restart: Restart
  readonly platforms: readonly string[]
  readonly matched: number | null
  readonly nextCursor: string | null
  readonly notices: readonly Notice[]
}

export type GatewayEntry = {
  readonly key: string
  readonly sessionId: string
  readonly platform: string | null
  readonly updatedAt: string | null
  readonly state: RouteState
  readonly flushOnRestart: boolean
  readonly chatType: string | null
  readonly displayName: string | null
  readonly ageMs: number | null
  readonly suspended: boolean
  readonly finalised: boolean
  readonly turnActive: boolean
  readonly copies: readonly ('table' | 'file')[]
  readonly onRestart: OnRestart
  readonly onNextMessage: RouteOutcome['onNextMessage']
  readonly lastPromptTokens: number | null
  /** Other keys that lead to the same session. */
  readonly alsoRoutedBy: readonly string[]
  /** Null if the session has no row, or rows are unknown. */
  readonly session: {
    readonly title: string | null
    readonly source: string
    readonly state: SessionState
    readonly endReason: string | null
    readonly lastActiveAt: string | null
    readonly messages: number
  } | null
}

type GatewayTotals = Readonly<Record<RouteState, number>> & {
  readonly all: number
  readonly suspended: number
  readonly finalised: number
  /** Routes that share their session with another key. */
  readonly duplicates: number
  readonly toEndedSessions: number
  /** In only one of the two copies. Those only in the file are imported at the next start. */
  readonly onlyInFile: number
  readonly onlyInTable: number
  readonly onRestart: Readonly<Record<OnRestart, number>>
}

export function gatewayReport(
  home: AssessedHome,
  query: GatewayQuery,
  nowMs: number,
): Result<GatewayReport, 'bad-cursor'> {
  const { routes, snapshot } = home
  const { routing, config, liveness } = snapshot
  const schema = snapshot.database.ok ? snapshot.database.value.capabilities.schemaVersion : null
  const entries = routes === null ? null : entriesOf(home, schema, nowMs)
  const shown = keysetPage(
    (entries ?? []).filter((entry) => matches(entry, query)),
    query,
    ({ key }) => key,
    (entry, sort) => entry[sort],
  )
  if (!shown.ok) return shown
  return ok({
    seenAt: toIso(snapshot.seenAtMs) ?? '',
    running: liveness.gatewayRunning,
    pid: liveness.gatewayPid,
    howKnown: describeGatewaySign(liveness),
    servedBy: liveness.servedBy,
    primary: routing.ok ? routing.value.primary : null,
    entries: entries === null ? null : shown.value.items,
    flushesOnRestart: entries === null ? null : entries.filter((entry) => entry.flushOnRestart).length,
    totals: entries === null ? null : totalsOf(entries, routing.ok && routing.value.primary === 'table'),
    restart: describeRestart(entries, schema, config.ok ? config.value.routingMaxAgeDays : null),
    platforms: [...new Set((entries ?? []).flatMap(({ platform }) => platform ?? []))].sort(),
    matched: entries === null ? null : entries.filter((entry) => matches(entry, query)).length,
    nextCursor: shown.value.nextCursor,
    notices: partNotices([routing, config, snapshot.rows, mirrorOf(routing)]),
  })
}

/** An unreadable copy removes no route, but its contents are unknown. */
const mirrorOf = (routing: Part<RoutingIndex>): Part<null> =>
  routing.ok && routing.value.mirrorFault !== undefined ? failed(routing.value.mirrorFault) : ok(null)

function entriesOf(home: AssessedHome, schema: number | null, nowMs: number): GatewayEntry[] {
  const routes = home.routes ?? []
  const wanted = new Set(routes.map(({ sessionId }) => sessionId))
  const sessions = new Map<string, Session>()
  for (const session of home.sessions ?? []) if (wanted.has(session.id)) sessions.set(session.id, session)
  const keys = new Map<string, string[]>()
  for (const { sessionId, key } of routes) keys.set(sessionId, [...(keys.get(sessionId) ?? []), key])
  const maxAgeDays = home.snapshot.config.ok ? home.snapshot.config.value.routingMaxAgeDays : null
  return routes.map((route) => {
    const session = sessions.get(route.sessionId)
    const { inTable, inFile, updatedMs, ...plain } = route
    return {
      ...plain,
      updatedAt: toIso(updatedMs),
      ageMs: updatedMs === null ? null : Math.max(0, nowMs - updatedMs),
      copies: [...(inTable ? (['table'] as const) : []), ...(inFile ? (['file'] as const) : [])],
      ...restartOutcomes(route, session ?? null, { schema, maxAgeDays, nowMs }),
      alsoRoutedBy: (keys.get(route.sessionId) ?? []).filter((key) => key !== route.key),
      session:
        session === undefined
          ? null
          : {
              title: session.title,
              source: session.source,
              state: session.state,
              endReason: session.endReason,
              lastActiveAt: toIso(session.lastActiveMs),
              messages: session.messages,
            },
    }
  })
}

function matches(entry: GatewayEntry, { state, platform, onRestart, q }: GatewayQuery): boolean {
  if (onRestart !== null && entry.onRestart !== onRestart) return false
  if (state !== null && entry.state !== state) return false
  if (platform !== null && entry.platform !== platform) return false
  if (q === null) return true
  const query = q.toLowerCase()
  return [entry.key, entry.sessionId, entry.displayName, entry.session?.title].some((text) =>
    text?.toLowerCase().includes(query),
  )
}

function totalsOf(entries: readonly GatewayEntry[], twoCopies: boolean): GatewayTotals {
  const count = (is: (entry: GatewayEntry) => boolean) => entries.filter(is).length
  return {
    all: entries.length,
    live: count(({ state }) => state === 'live'),
    expired: count(({ state }) => state === 'expired'),
    dangling: count(({ state }) => state === 'dangling'),
    suspended: count(({ suspended }) => suspended),
    finalised: count(({ finalised }) => finalised),
    duplicates: count(({ alsoRoutedBy }) => alsoRoutedBy.length > 0),
    toEndedSessions: count(({ session }) => session?.state === 'ended'),
    onlyInFile: twoCopies ? count(({ copies }) => !copies.includes('table')) : 0,
    onlyInTable: twoCopies ? count(({ copies }) => !copies.includes('file')) : 0,
    onRestart: {
      keep: count(({ onRestart }) => onRestart === 'keep'),
      flush: count(({ onRestart }) => onRestart === 'flush'),
      finalise: count(({ onRestart }) => onRestart === 'finalise'),
      drop: count(({ onRestart }) => onRestart === 'drop'),
      unknown: count(({ onRestart }) => onRestart === 'unknown'),
    },
  }
}
