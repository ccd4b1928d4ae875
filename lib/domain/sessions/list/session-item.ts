/** One line of a session list, for the HTTP interface and the table. */
import { toIso } from '../../../shared/time.ts'
import { membersOf } from '../fold-conversations.ts'
import type { Edge } from '../lineage.ts'
import type { Session, SessionState } from '../session.ts'
import { type DescribedProtection, describeProtections } from '../words.ts'
import { type SessionGroup, sessionGroupOf } from './facet-column.ts'
import { tokensAt, totalBytesAt } from './session-columns.ts'
import type { TabulatedSessions } from './session-table.ts'

export type SessionItem = {
  readonly id: string
  readonly source: string
  readonly group: SessionGroup
  readonly title: string | null
  readonly model: string | null
  readonly job: { readonly id: string; readonly name: string } | null
  readonly state: SessionState
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly endReason: string | null
  readonly lastActiveAt: string | null
  readonly messages: number
  readonly toolCalls: number
  readonly apiCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  /** The four above together. */
  readonly tokens: number
  readonly costUsd: number | null
  readonly costStatus: string | null
  /** Its files, on disk. */
  readonly bytes: number | null
  readonly files: number | null
  /** Its messages, inside state.db. */
  readonly messageBytes: number | null
  readonly totalBytes: number | null
  readonly pinned: boolean
  readonly shelved: boolean
  readonly protections: readonly DescribedProtection[]
  /** Null for a session without relatives. */
  readonly lineage: {
    readonly parentId: string | null
    readonly edge: Edge | null
    /** The first part of its conversation. */
    readonly conversation: string
    readonly part: number
    readonly parts: number
    readonly delegates: number
  } | null
  /** In the conversation view: the other sessions of the line. Null for a session on its own. */
  readonly members: {
    readonly shown: readonly SessionMember[]
    readonly more: number
    /** Of those not shown. */
    readonly moreIds: readonly string[]
  } | null
}

type SessionMember = {
  readonly id: string
  readonly kind: 'part' | 'delegate'
  readonly parentId: string | null
  readonly title: string | null
  readonly source: string
  readonly state: SessionState
  readonly startedAt: string | null
  readonly messages: number
}

const MEMBERS_SHOWN = 50

export function sessionItem(table: TabulatedSessions, place: number, session: Session): SessionItem {
  const { cronJobId } = session
  return {
    id: session.id,
    source: session.source,
    group: sessionGroupOf(session),
    title: session.title,
    model: session.model,
    job: cronJobId === null ? null : { id: cronJobId, name: table.jobName(cronJobId) },
    state: session.state,
    startedAt: toIso(session.startedMs),
    endedAt: toIso(session.endedMs),
    endReason: session.endReason,
    lastActiveAt: toIso(session.lastActiveMs),
    messages: session.messages,
    toolCalls: session.toolCalls,
    apiCalls: session.apiCalls,
    inputTokens: session.inputTokens,
    outputTokens: session.outputTokens,
    cacheReadTokens: session.cacheReadTokens,
    cacheWriteTokens: session.cacheWriteTokens,
    tokens: tokensAt(table, place) ?? 0,
    costUsd: session.costUsd,
    costStatus: session.costStatus,
    bytes: table.fileBytes?.[place] ?? null,
    files: table.files?.[place] ?? null,
    messageBytes: table.messageBytes?.[place] ?? null,
    totalBytes: totalBytesAt(table, place),
    pinned: session.pinned,
    shelved: session.archived,
    protections: describeProtections(session.protections),
    lineage: lineageOf(table, session),
    members: shownMembers(table, session.id),
  }
}

function lineageOf({ relatives }: TabulatedSessions, session: Session): SessionItem['lineage'] {
  const parent = relatives.parentOf(session)
  const split = relatives.partOf.get(session.id)
  const delegates = relatives.delegates.get(session.id) ?? 0
  if (parent === null && split === undefined && delegates === 0) return null
  return {
    parentId: parent?.id ?? null,
    edge: parent?.edge ?? null,
    conversation: split?.first ?? session.id,
    part: split?.part ?? 1,
    parts: split?.parts ?? 1,
    delegates,
  }
}

function shownMembers({ members }: TabulatedSessions, id: string): SessionItem['members'] {
  const conversation = members.get(id)
  if (conversation === undefined) return null
  const parts = new Set(conversation.parts)
  const others = membersOf(conversation).filter((member) => member.id !== id)
  return {
    shown: others.slice(0, MEMBERS_SHOWN).map((member) => ({
      id: member.id,
      kind: parts.has(member) ? 'part' : 'delegate',
      parentId: member.parentId,
      title: member.title,
      source: member.source,
      state: member.state,
      startedAt: toIso(member.startedMs),
      messages: member.messages,
    })),
    more: Math.max(0, others.length - MEMBERS_SHOWN),
    moreIds: others.slice(MEMBERS_SHOWN).map((member) => member.id),
  }
}
