/** What a gateway restart does to its routes, by schema (docs/hermes.md, "Gateway routing index"). */
import { DAY_MS } from '../../shared/time.ts'
import type { Session } from '../sessions/session.ts'
import type { Route } from './gateway.ts'
import { NEXT_RESTART_WORDS } from './words.ts'

/**
 * `flush`: a model call. `finalise`: marked without one. `drop`: the route is removed, the transcript stays.
 */
export const RESTART_OUTCOMES = ['keep', 'flush', 'finalise', 'drop', 'unknown'] as const
export type OnRestart = (typeof RESTART_OUTCOMES)[number]

export type RouteOutcome = {
  readonly onRestart: OnRestart
  /** `recreates-row`: the id is recreated without its history. */
  readonly onNextMessage: 'continues' | 'new-session' | 'recreates-row' | 'unknown'
}

export type Restart = {
  readonly title: string
  readonly detail: string
  /** At most: a chat with a background process does not expire, and no file tells which have one. */
  readonly calls: number | null
  /** The sum of each chat's last prompt; null unless Hermes recorded all of them. */
  readonly inputTokens: number | null
  readonly drops: number | null
  readonly finalises: number | null
}

export type RestartContext = {
  readonly schema: number | null
  readonly maxAgeDays: number | null
  readonly nowMs: number
}

/**
 * Until 25 April 2026 (schema 9) every start flushed each expired route with a model call. Since then expired
 * routes are only finalized, which costs nothing.
 */
export const FIRST_SCHEMA_WITHOUT_FLUSH = 9
/** All known versions from here on drop old routes. Older versions were not checked. */
const FIRST_SCHEMA_KNOWN_TO_DROP = 11
/** Since 30 June 2026 a route to an ended session starts a new one. */
const FIRST_SCHEMA_WITH_END_GUARD = 18
const LAST_SCHEMA_WITHOUT_END_GUARD = 16
/** Released, not finished: the gateway resumes such a session. */
const RESUMABLE = new Set(['agent_close', 'idle_timeout', 'lru_evict', 'ws_disconnect', 'ws_orphan_reap'])

export function restartOutcomes(
  route: Route,
  session: Session | null,
  context: RestartContext,
): RouteOutcome {
  return { onRestart: onRestart(route, context), onNextMessage: onNextMessage(route, session, context) }
}

function onRestart(route: Route, { schema, maxAgeDays, nowMs }: RestartContext): OnRestart {
  if (schema === null) return 'unknown'
  if (route.flushOnRestart) return 'flush'
  const isOld =
    maxAgeDays !== null &&
    maxAgeDays > 0 &&
    route.updatedMs !== null &&
    nowMs - route.updatedMs > maxAgeDays * DAY_MS &&
    !route.suspended &&
    !route.turnActive
  if (isOld) return schema >= FIRST_SCHEMA_KNOWN_TO_DROP ? 'drop' : 'unknown'
  const finalises = schema >= FIRST_SCHEMA_WITHOUT_FLUSH && route.state === 'expired' && !route.finalised
  return finalises ? 'finalise' : 'keep'
}

function onNextMessage(
  route: Route,
  session: Session | null,
  { schema }: RestartContext,
): RouteOutcome['onNextMessage'] {
  if (route.state === 'expired' || route.suspended) return 'new-session'
  if (route.state === 'dangling') return 'recreates-row'
  if (session === null || session.endedMs === null) return 'continues'
  if (session.endReason !== null && RESUMABLE.has(session.endReason)) return 'continues'
  if (schema === null) return 'unknown'
  if (schema >= FIRST_SCHEMA_WITH_END_GUARD) return 'new-session'
  return schema <= LAST_SCHEMA_WITHOUT_END_GUARD ? 'continues' : 'unknown'
}

type RestartedRoute = Pick<RouteOutcome, 'onRestart'> &
  Pick<Route, 'state' | 'finalised'> & { readonly lastPromptTokens: number | null }

export function describeRestart(
  entries: readonly RestartedRoute[] | null,
  schema: number | null,
  maxAgeDays: number | null,
): Restart {
  if (entries === null || schema === null) return UNKNOWN
  const of = (outcome: OnRestart) => entries.filter((entry) => entry.onRestart === outcome)
  const flushed = of('flush')
  const counts = { drops: of('drop').length, finalises: of('finalise').length }
  const inputTokens = promptsOf(flushed)
  const sentences = [
    flushed.length > 0
      ? NEXT_RESTART_WORDS.flush(
          entries.some(({ finalised }) => finalised),
          inputTokens,
        )
      : describeNoFlush(entries, schema, counts.finalises),
    counts.drops > 0 && maxAgeDays !== null ? NEXT_RESTART_WORDS.drops(counts.drops, maxAgeDays) : '',
    NEXT_RESTART_WORDS.dangling(entries.filter(({ state }) => state === 'dangling').length),
  ]
  return {
    title: NEXT_RESTART_WORDS.title(flushed.length),
    detail: sentences.filter(Boolean).join(' '),
    calls: flushed.length,
    inputTokens,
    ...counts,
  }
}

const UNKNOWN: Restart = {
  title: NEXT_RESTART_WORDS.unknownTitle,
  detail: NEXT_RESTART_WORDS.unknownDetail,
  calls: null,
  inputTokens: null,
  drops: null,
  finalises: null,
}

/** One unknown prompt makes the sum a guess, and guesses are not shown. */
function promptsOf(flushed: readonly RestartedRoute[]): number | null {
  let sum = 0
  for (const { lastPromptTokens } of flushed) {
    if (lastPromptTokens === null) return null
    sum += lastPromptTokens
  }
  return sum
}

function describeNoFlush(entries: readonly RestartedRoute[], schema: number, finalises: number): string {
  if (entries.length === 0) return NEXT_RESTART_WORDS.noRoutes
  if (schema < FIRST_SCHEMA_WITHOUT_FLUSH) return NEXT_RESTART_WORDS.noneExpired
  return finalises === 0 ? NEXT_RESTART_WORDS.noneToMark : NEXT_RESTART_WORDS.finalises(finalises)
}
