/** Everything about one session that a decision needs, each fact with its source. */
import { HOUR_MS, toIso } from '../../shared/time.ts'
import type { AssessedHome } from '../home/assessed-home.ts'
import type { SessionFileKind } from '../storage/session-file.ts'
import { type BusiestStretch, findBusiestStretch, type RateSeries, rateSeries } from './busiest-stretch.ts'
import type { TicksRead } from './busiest-windows.ts'
import { membersOf } from './fold-conversations.ts'
import { type LineageTree, lineageTree } from './lineage-tree.ts'
import { type SessionItem, sessionItem } from './list/session-item.ts'
import type { TabulatedSessions } from './list/session-table.ts'
import { type ListedTotals, sumSessions } from './list/session-totals.ts'
import type { Session } from './session.ts'
import { LARGE_FILE_BYTES, MANY_MESSAGES } from './session.ts'
import { type Fact, sessionFacts } from './session-facts.ts'
import { type MissingSign, whyLeaked } from './why-leaked.ts'
import { SESSION_SIGN_WORDS } from './words.ts'

export type SessionDetail = {
  readonly seenAt: string | null
  readonly session: SessionItem
  readonly facts: readonly Fact[]
  /** Null if messages could not be read. `complete` is false if only the newest were. */
  readonly roles: {
    readonly shares: readonly RoleShare[]
    readonly toolBytes: number
    readonly conversationBytes: number
    readonly complete: boolean
  } | null
  readonly hours: { readonly points: readonly HourPoint[]; readonly complete: boolean } | null
  readonly busiest: BusiestStretch | null
  /**
   * The hours around the busiest stretch, in detail. `complete` is false if they contain more than was read.
   */
  readonly rate: (RateSeries & { readonly complete: boolean }) | null
  readonly files: { readonly shown: readonly DetailFile[]; readonly more: number } | null
  readonly routes: readonly DetailRoute[]
  readonly lineage: LineageTree | null
  /** The whole conversation it belongs to, with its subagents. Null for a session on its own. */
  readonly conversation: {
    readonly parts: number
    readonly delegates: number
    readonly totals: ListedTotals
  } | null
  /** Itself and the other parts of its conversation. They are kept or removed together. */
  readonly lineageIds: readonly string[]
  /** One of these was left open and must be closed before any of them can be pruned. */
  readonly leftOpen: boolean
  readonly usage: { readonly rows: readonly UsageRow[]; readonly unattributed: Tokens } | null
  /** Every missing sign of life. Null if it is not leaked. */
  readonly whyLeaked: readonly MissingSign[] | null
  /** Notable facts, in words. */
  readonly signs: readonly { readonly code: string; readonly message: string }[]
}

export type RoleShare = { readonly role: string; readonly messages: number; readonly bytes: number }

type HourPoint = {
  readonly at: string | null
  readonly messages: number
  readonly toolMessages: number
  readonly toolCalls: number
  readonly bytes: number
}

type DetailFile = {
  readonly name: string
  readonly kind: SessionFileKind
  readonly bytes: number
  readonly apparentBytes: number
  readonly modifiedAt: string | null
  readonly ageMs: number
  /** It is truncated, as after a crash. */
  readonly cutShort: boolean
}

type DetailRoute = {
  readonly key: string
  readonly state: string
  readonly updatedAt: string | null
  readonly flushOnRestart: boolean
}

type Tokens = {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
}

/** `task` is null for the conversation itself. */
export type SessionUsage = Tokens & {
  readonly model: string
  readonly provider: string | null
  readonly task: string | null
  readonly apiCalls: number
  readonly costUsd: number | null
  readonly firstSeenMs: number | null
  readonly lastSeenMs: number | null
}

type UsageRow = Omit<SessionUsage, 'firstSeenMs' | 'lastSeenMs'> & {
  readonly firstSeenAt: string | null
  readonly lastSeenAt: string | null
}

type HourCount = {
  readonly hour: number
  readonly messages: number
  readonly bytes: number
  readonly toolMessages: number
  readonly toolCalls: number
}

/** Data read for this session alone. Each part is null if it could not be read. */
export type DetailReadings = {
  readonly roles: { readonly roles: readonly RoleShare[]; readonly complete: boolean } | null
  readonly hours: readonly HourCount[] | null
  readonly hoursComplete: boolean
  /** Of the hours that contain the fastest stretch. */
  readonly ticks: TicksRead | null
  readonly usage: readonly SessionUsage[] | null
  /** Names of its truncated files. */
  readonly cutShort?: ReadonlySet<string>
}

export const FILES_SHOWN = 100

/** Null for an id that no session of the table has. The id is compared exactly. */
export function describeSession(
  home: AssessedHome,
  table: TabulatedSessions,
  id: string,
  read: DetailReadings,
  nowMs: number,
): SessionDetail | null {
  const place = table.sessions.findIndex((session) => session.id === id)
  const session = table.sessions[place]
  if (session === undefined) return null
  const files = filesOf(home, id, read.cutShort ?? new Set(), nowMs)
  const routes = (home.routes ?? []).filter(({ sessionId }) => sessionId === id)
  const busiest = read.ticks && findBusiestStretch(read.ticks.ticks)
  const item = sessionItem(table, place, session)
  const lineageIds = lineageIdsOf(table, id)
  return {
    seenAt: toIso(home.snapshot.seenAtMs),
    session: item,
    facts: sessionFacts(session, item, { files, hours: read.hours, routedMs: routes[0]?.updatedMs ?? null }),
    roles: read.roles && splitRoles(read.roles),
    hours: read.hours && { points: read.hours.map(hourPoint), complete: read.hoursComplete },
    busiest,
    rate: read.ticks && rateOf(read.ticks),
    files: files && {
      shown: files.slice(0, FILES_SHOWN),
      more: Math.max(0, files.length - FILES_SHOWN),
    },
    routes: routes.map(({ key, state, updatedMs, flushOnRestart }) => ({
      key,
      state,
      updatedAt: toIso(updatedMs),
      flushOnRestart,
    })),
    lineage: lineageTree(table.sessions, table.relatives, session),
    conversation: conversationOf(table, id),
    lineageIds,
    leftOpen: table.sessions.some((each) => each.state === 'leaked' && lineageIds.includes(each.id)),
    usage: read.usage && { rows: read.usage.map(usageRow), unattributed: unattributed(session, read.usage) },
    whyLeaked: whyLeaked(session, nowMs),
    signs: signsOf(session, busiest, files),
  }
}

function rateOf({ ticks, complete }: TicksRead): SessionDetail['rate'] {
  const series = rateSeries(ticks)
  return series && { ...series, complete }
}

function lineageIdsOf({ relatives: { partOf } }: TabulatedSessions, id: string): string[] {
  const own = partOf.get(id)
  if (own === undefined) return [id]
  return [...partOf].flatMap(([part, { first }]) => (first === own.first ? [part] : []))
}

function conversationOf(table: TabulatedSessions, id: string): SessionDetail['conversation'] {
  const found = table.relatives.conversations.find((each) =>
    membersOf(each).some((member) => member.id === id),
  )
  if (found === undefined) return null
  const ids = new Set(membersOf(found).map((member) => member.id))
  const places = [...table.sessions.entries()].flatMap(([place, each]) => (ids.has(each.id) ? [place] : []))
  return {
    parts: found.parts.length,
    delegates: found.delegates.length,
    totals: sumSessions(table, places),
  }
}

/** Largest first. */
function filesOf(
  home: AssessedHome,
  id: string,
  cutShort: ReadonlySet<string>,
  nowMs: number,
): DetailFile[] | null {
  if (home.files === null) return null
  return home.files
    .filter(({ owner }) => owner === id)
    .map(({ name, kind, bytes, apparentBytes, modifiedMs }) => ({
      name,
      kind,
      bytes,
      apparentBytes,
      modifiedAt: toIso(modifiedMs),
      ageMs: Math.max(0, nowMs - modifiedMs),
      cutShort: cutShort.has(name),
    }))
    .sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1))
}

function splitRoles({ roles, complete }: NonNullable<DetailReadings['roles']>): SessionDetail['roles'] {
  const toolBytes = roles.reduce((sum, { role, bytes }) => sum + (role === 'tool' ? bytes : 0), 0)
  const allBytes = roles.reduce((sum, { bytes }) => sum + bytes, 0)
  return { shares: roles, toolBytes, conversationBytes: allBytes - toolBytes, complete }
}

const hourPoint = ({ hour, ...counts }: HourCount): HourPoint => ({
  at: hour === 0 ? null : toIso(hour * HOUR_MS),
  ...counts,
})

const usageRow = ({ firstSeenMs, lastSeenMs, ...usage }: SessionUsage): UsageRow => ({
  ...usage,
  firstSeenAt: toIso(firstSeenMs),
  lastSeenAt: toIso(lastSeenMs),
})

/** The row counts only the conversation, and some of it is never recorded by model. */
function unattributed(session: Session, usage: readonly SessionUsage[]): Tokens {
  const rest = (of: (tokens: Tokens) => number): number =>
    Math.max(
      0,
      usage.filter(({ task }) => task === null).reduce((left, each) => left - of(each), of(session)),
    )
  return {
    inputTokens: rest(({ inputTokens }) => inputTokens),
    outputTokens: rest(({ outputTokens }) => outputTokens),
    cacheReadTokens: rest(({ cacheReadTokens }) => cacheReadTokens),
    cacheWriteTokens: rest(({ cacheWriteTokens }) => cacheWriteTokens),
  }
}

function signsOf(
  session: Session,
  busiest: BusiestStretch | null,
  files: readonly DetailFile[] | null,
): SessionDetail['signs'] {
  const signs: { code: string; message: string }[] = []
  if (busiest?.runaway) signs.push({ code: 'runaway', message: SESSION_SIGN_WORDS.runaway(busiest) })
  if (session.messages > MANY_MESSAGES)
    signs.push({ code: 'many-messages', message: SESSION_SIGN_WORDS.manyMessages(MANY_MESSAGES) })
  const large = files?.find(({ apparentBytes }) => apparentBytes > LARGE_FILE_BYTES)
  if (large !== undefined)
    signs.push({ code: 'large-file', message: SESSION_SIGN_WORDS.largeFile(large.apparentBytes) })
  return signs
}
