/** Folds sessions into one entry per conversation, shown as its newest part with the totals of all parts. */
import { isIncluded } from '../tokens/cost-split.ts'
import { eachFacet, facetColumn } from './list/facet-column.ts'
import type { TabulatedSessions } from './list/session-table.ts'
import type { Conversation } from './relatives.ts'
import type { Protection, Session, SessionState } from './session.ts'

export function foldConversations(table: TabulatedSessions): TabulatedSessions {
  const { conversations } = table.relatives
  if (conversations.length === 0) return table
  const members = new Map<string, Conversation>()
  const tipOf = new Map<string, Session>()
  for (const conversation of conversations) {
    const tip = conversation.parts.at(-1)
    if (tip === undefined) continue
    members.set(tip.id, conversation)
    for (const { id } of membersOf(conversation)) tipOf.set(id, tip)
  }
  const sessions: Session[] = []
  const placeOfTip = new Map<string, number>()
  const places = new Int32Array(table.sessions.length)
  for (const [index, session] of table.sessions.entries()) {
    const tip = tipOf.get(session.id)
    if (tip !== undefined && tip.id !== session.id) continue
    const conversation = members.get(session.id)
    places[index] = sessions.length
    if (conversation !== undefined) placeOfTip.set(session.id, sessions.length)
    sessions.push(conversation === undefined ? session : combine(session, membersOf(conversation)))
  }
  for (const [index, { id }] of table.sessions.entries()) {
    const place = placeOfTip.get(tipOf.get(id)?.id ?? id)
    if (place !== undefined) places[index] = place
  }
  const behind = ({ id }: Session) => {
    const conversation = members.get(id)
    return conversation === undefined ? null : membersOf(conversation)
  }
  const floats = (column: Float64Array | null) =>
    column && addUp(column, places, new Float64Array(sessions.length))
  return {
    ...table,
    sessions,
    facets: eachFacet((key) => facetColumn(sessions, key, behind)),
    fileBytes: floats(table.fileBytes),
    files: table.files && addUp(table.files, places, new Uint32Array(sessions.length)),
    messageBytes: floats(table.messageBytes),
    members,
  }
}

export const membersOf = ({ parts, delegates }: Conversation): Session[] => [...parts, ...delegates]

function addUp<Column extends Float64Array | Uint32Array>(
  from: Column,
  places: Int32Array,
  to: Column,
): Column {
  for (const [index, place] of places.entries()) to[place] = (to[place] ?? 0) + (from[index] ?? 0)
  return to
}

function combine(tip: Session, all: readonly Session[]): Session {
  const sum = (of: (session: Session) => number): number => all.reduce((total, each) => total + of(each), 0)
  const priced = all.filter(({ costUsd }) => costUsd !== null)
  return {
    ...tip,
    startedMs: all.reduce((first, { startedMs }) => Math.min(first, startedMs), tip.startedMs),
    lastActiveMs: all.reduce((last, { lastActiveMs }) => Math.max(last, lastActiveMs), tip.lastActiveMs),
    state: stateOf(all),
    cronJobId: jobOf(all),
    messages: sum(({ messages }) => messages),
    toolCalls: sum(({ toolCalls }) => toolCalls),
    apiCalls: sum(({ apiCalls }) => apiCalls),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cacheReadTokens: sum(({ cacheReadTokens }) => cacheReadTokens),
    cacheWriteTokens: sum(({ cacheWriteTokens }) => cacheWriteTokens),
    costUsd: priced.length === 0 ? null : sum(({ costUsd }) => costUsd ?? 0),
    costStatus: costStatusOf(tip, all, priced),
    pinned: all.some(({ pinned }) => pinned),
    archived: all.every(({ archived }) => archived),
    protections: protectionsOf(tip, all),
  }
}

/** Live if any part is live, otherwise leaked if any was left open. */
function stateOf(all: readonly Session[]): SessionState {
  const has = (sought: SessionState) => all.some(({ state }) => state === sought)
  return has('live') ? 'live' : has('leaked') ? 'leaked' : 'ended'
}

function costStatusOf(tip: Session, all: readonly Session[], priced: readonly Session[]): string | null {
  if (all.every(({ costStatus }) => costStatus === tip.costStatus)) return tip.costStatus
  return priced.length > 0 && priced.every(isIncluded) ? 'included' : 'mixed'
}

/** The smallest job id of any part, as in a plan. */
const jobOf = (all: readonly Session[]): string | null =>
  all.reduce<string | null>(
    (least, { cronJobId }) =>
      cronJobId === null || (least !== null && least < cronJobId) ? least : cronJobId,
    null,
  )

/** A protection of one part protects the whole entry. Each kind is listed once. */
function protectionsOf(tip: Session, all: readonly Session[]): readonly Protection[] {
  const byCode = new Map<string, Protection>()
  for (const { protections } of [tip, ...all]) {
    for (const protection of protections) {
      if (protection.code !== 'lineage' && !byCode.has(protection.code))
        byCode.set(protection.code, protection)
    }
  }
  return [...byCode.values()]
}
