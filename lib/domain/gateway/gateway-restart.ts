/** What a gateway restart does to its routes, by schema (docs/hermes.md, "Gateway routing index"). */
import { formatPlural, formatShort } from '../../shared/numbers.ts'
import { DAY_MS } from '../../shared/time.ts'
import type { Session } from '../sessions/session.ts'
import type { Route } from './gateway.ts'

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
      ? describeFlush(entries, inputTokens)
      : describeNoFlush(entries, schema, counts.finalises),
    counts.drops > 0 && maxAgeDays !== null
      ? `${formatPlural(counts.drops, 'route')} untouched for more than ${formatPlural(maxAgeDays, 'day')} ${counts.drops === 1 ? 'is' : 'are'} dropped within the first hour; the transcripts stay.`
      : '',
    describeDangling(entries.filter(({ state }) => state === 'dangling').length),
  ]
  return {
    title:
      flushed.length === 0
        ? 'The next restart makes no model call'
        : `The next restart makes ${formatPlural(flushed.length, 'model call')}`,
    detail: sentences.filter(Boolean).join(' '),
    calls: flushed.length,
    inputTokens,
    ...counts,
  }
}

const UNKNOWN: Restart = {
  title: 'What the next restart does is not known',
  detail: 'The routes or the version of this home could not be read.',
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

function describeFlush(entries: readonly RestartedRoute[], inputTokens: number | null): string {
  const marked = entries.some(({ finalised }) => finalised)
  const why = marked
    ? 'Hermes before 25 April 2026 saves the memory of every expired chat with one model call; those already marked are spared.'
    : 'Hermes before 25 April 2026 saves the memory of every expired chat with one model call, and forgets at the next start that it did.'
  const cost =
    inputTokens === null
      ? 'How many tokens that takes is not known: Hermes wrote down no prompt size.'
      : `About ${formatShort(inputTokens)} tokens of input, by the last prompt of each chat.`
  return `${why} ${cost}`
}

function describeNoFlush(entries: readonly RestartedRoute[], schema: number, finalises: number): string {
  if (entries.length === 0) return 'The gateway keeps no routes.'
  if (schema < FIRST_SCHEMA_WITHOUT_FLUSH) return 'No chat has expired.'
  if (finalises === 0) return 'No expired chat waits to be marked.'
  return `${formatPlural(finalises, 'expired chat')} ${finalises === 1 ? 'is' : 'are'} marked as finished, which costs nothing.`
}

const describeDangling = (count: number): string =>
  count === 0
    ? ''
    : `${formatPlural(count, 'route')} ${count === 1 ? 'leads' : 'lead'} to a session without a row: the next message there brings the id back, without its history.`
