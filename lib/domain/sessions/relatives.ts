/**
 * Finds sessions that form one conversation: the parts a compression made, and the subagents they started.
 * Pure and independent of row order, even if damaged data contains cycles.
 */
import { compressionRoots, type Edge, edgeBetween } from './lineage.ts'
import type { Session } from './session.ts'

type ParentLink = {
  readonly id: string
  /** Null if the parent's row is gone and the kind is therefore unknown. */
  readonly edge: Edge | null
}

type PartOf = {
  /** The first part of the conversation. */
  readonly first: string
  readonly part: number
  readonly parts: number
}

export type Relatives = {
  /** Sessions of split conversations only. */
  readonly partOf: ReadonlyMap<string, PartOf>
  /** How many subagents a session started itself. */
  readonly delegates: ReadonlyMap<string, number>
  readonly parentOf: (session: Session) => ParentLink | null
  /** Conversations of more than one session: their parts in order, then their subagents by start. */
  readonly conversations: readonly Conversation[]
}

export type Conversation = { readonly parts: readonly Session[]; readonly delegates: readonly Session[] }

export function findRelatives(sessions: readonly Session[]): Relatives {
  const byId = withRelatives(sessions)
  const parentOf = (session: Session): ParentLink | null => {
    if (session.parentId === null) return null
    const parent = byId.get(session.parentId)
    return { id: session.parentId, edge: parent === undefined ? null : edgeBetween(session, parent) }
  }
  const roots = compressionRoots(sessions)
  const rootOf = (id: string): string => roots.get(id) ?? id
  const split = groupBy(
    [...byId.values()].filter(({ id }) => roots.has(id)),
    ({ id }) => rootOf(id),
  )
  const partOf = new Map<string, PartOf>()
  for (const [root, unsorted] of split) {
    const parts = inChainOrder(unsorted)
    split.set(root, parts)
    const first = parts[0]?.id ?? ''
    for (const [index, { id }] of parts.entries())
      partOf.set(id, { first, part: index + 1, parts: parts.length })
  }
  const delegators = delegatorsOf(byId, parentOf, rootOf)
  return {
    partOf,
    delegates: countDelegates(byId, parentOf),
    parentOf,
    conversations: conversationsOf(byId, split, rootOf, makeTopOf(delegators)),
  }
}

type ById = ReadonlyMap<string, Session>

/** Most sessions have no relatives; only the others are kept. */
function withRelatives(sessions: readonly Session[]): ById {
  const parents = new Set<string>()
  for (const { parentId } of sessions) if (parentId !== null) parents.add(parentId)
  const related = new Map<string, Session>()
  if (parents.size === 0) return related
  for (const session of sessions) {
    if (session.parentId !== null || parents.has(session.id)) related.set(session.id, session)
  }
  return related
}

function countDelegates(byId: ById, parentOf: Relatives['parentOf']): Map<string, number> {
  const counts = new Map<string, number>()
  for (const session of byId.values()) {
    const link = parentOf(session)
    if (link?.edge === 'delegate') counts.set(link.id, (counts.get(link.id) ?? 0) + 1)
  }
  return counts
}

/** First row of a conversation → first row of the one that started it. */
function delegatorsOf(
  byId: ById,
  parentOf: Relatives['parentOf'],
  rootOf: (id: string) => string,
): Map<string, string> {
  const delegators = new Map<string, string>()
  for (const session of byId.values()) {
    if (rootOf(session.id) !== session.id) continue
    const link = parentOf(session)
    if (link?.edge === 'delegate') delegators.set(session.id, rootOf(link.id))
  }
  return delegators
}

/** Climbs to the first ancestor. In a cycle the smallest id is used. */
function makeTopOf(delegators: ReadonlyMap<string, string>): (root: string) => string {
  const tops = new Map<string, string>()
  return (root) => {
    const path = new Map<string, number>()
    let at = root
    while (!tops.has(at) && !path.has(at) && delegators.has(at)) {
      path.set(at, path.size)
      at = delegators.get(at) ?? at
    }
    const circleFrom = path.get(at)
    const circle = circleFrom === undefined ? [at] : [...path.keys()].slice(circleFrom)
    const top = tops.get(at) ?? circle.reduce((least, id) => (id < least ? id : least))
    for (const id of path.keys()) tops.set(id, top)
    return top
  }
}

function conversationsOf(
  byId: ById,
  split: ReadonlyMap<string, readonly Session[]>,
  rootOf: (id: string) => string,
  topOf: (root: string) => string,
): Conversation[] {
  const groups = groupBy([...byId.values()], ({ id }) => topOf(rootOf(id)))
  const conversations: Conversation[] = []
  for (const [top, members] of groups) {
    if (members.length < 2) continue
    const parts = split.get(top) ?? members.filter(({ id }) => id === top)
    const isPart = new Set(parts)
    conversations.push({ parts, delegates: members.filter((member) => !isPart.has(member)) })
  }
  return conversations
}

/** Clocks may be wrong, so parts are sorted by split order, then by start. In a cycle by start alone. */
function inChainOrder(parts: readonly Session[]): readonly Session[] {
  const ids = new Set(parts.map(({ id }) => id))
  const children = groupBy(
    parts.filter(({ parentId }) => parentId !== null && ids.has(parentId)),
    ({ parentId }) => parentId ?? '',
  )
  const ordered = parts.filter(({ parentId }) => parentId === null || !ids.has(parentId))
  let level: readonly Session[] = ordered
  while (level.length > 0) {
    level = level.flatMap(({ id }) => children.get(id) ?? []).sort(byStart)
    ordered.push(...level)
  }
  return ordered.length === parts.length ? ordered : parts
}

/** Each group by start, ties by id. */
function groupBy(
  sessions: readonly Session[],
  keyOf: (session: Session) => string,
): Map<string, readonly Session[]> {
  const groups = new Map<string, Session[]>()
  for (const session of sessions) {
    const key = keyOf(session)
    const present = groups.get(key)
    if (present === undefined) groups.set(key, [session])
    else present.push(session)
  }
  for (const group of groups.values()) group.sort(byStart)
  return groups
}

const byStart = (a: Session, b: Session): number =>
  a.startedMs - b.startedMs || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
