/**
 * The family of one session as a small tree: its ancestors up to the first, and their descendants, bounded.
 */
import { toIso } from '../../shared/time.ts'
import type { Edge } from './lineage.ts'
import type { Relatives } from './relatives.ts'
import type { Session, SessionState } from './session.ts'

type LineageNode = {
  readonly id: string
  readonly parentId: string | null
  /** What made it out of its parent. */
  readonly edge: Edge | null
  readonly depth: number
  readonly self: boolean
  /** False for a parent that is named but has no row. The rest is then unknown. */
  readonly exists: boolean
  readonly title: string | null
  readonly source: string | null
  readonly state: SessionState | null
  readonly startedAt: string | null
  readonly messages: number | null
  readonly protected: boolean | null
}

export type LineageTree = { readonly nodes: readonly LineageNode[]; readonly more: number }

const ANCESTORS = 30
const NODES = 60

/** Depth first, children by start. Null for a session without relatives. */
export function lineageTree(
  sessions: readonly Session[],
  relatives: Relatives,
  self: Session,
): LineageTree | null {
  const children = childrenOf(sessions)
  const ancestors = ancestorsOf(sessions, self)
  if (self.parentId === null && !children.has(self.id)) return null
  const top = ancestors.at(-1) ?? self
  const onPath = new Set([self.id, ...ancestors.map(({ id }) => id)])
  const nodes: LineageNode[] = []
  const lost = top.parentId !== null && !onPath.has(top.parentId) && !relatives.parentOf(top)?.edge
  if (lost) nodes.push(missingNode(top.parentId ?? ''))
  const seen = new Set<string>()
  let more = 0
  const walk: { session: Session; depth: number }[] = [{ session: top, depth: lost ? 1 : 0 }]
  for (let next = walk.pop(); next !== undefined; next = walk.pop()) {
    const { session, depth } = next
    if (seen.has(session.id)) continue
    seen.add(session.id)
    // The path from the first ancestor to this session is always included, the rest as far as it fits.
    if (nodes.length < NODES || onPath.has(session.id)) nodes.push(nodeOf(session, relatives, depth, self))
    else more += 1
    const below = children.get(session.id) ?? []
    for (const child of below.toReversed()) walk.push({ session: child, depth: depth + 1 })
  }
  return { nodes, more }
}

function childrenOf(sessions: readonly Session[]): ReadonlyMap<string, readonly Session[]> {
  const children = new Map<string, Session[]>()
  for (const session of sessions) {
    if (session.parentId === null) continue
    const present = children.get(session.parentId)
    if (present === undefined) children.set(session.parentId, [session])
    else present.push(session)
  }
  for (const siblings of children.values())
    siblings.sort((a, b) => a.startedMs - b.startedMs || (a.id < b.id ? -1 : 1))
  return children
}

/** Nearest first. A cycle ends the climb. */
function ancestorsOf(sessions: readonly Session[], self: Session): Session[] {
  const wanted = new Set(sessions.flatMap(({ parentId }) => (parentId === null ? [] : [parentId])))
  const byId = new Map<string, Session>()
  for (const session of sessions) if (wanted.has(session.id)) byId.set(session.id, session)
  const ancestors: Session[] = []
  const seen = new Set([self.id])
  let parentId = self.parentId
  while (parentId !== null && !seen.has(parentId) && ancestors.length < ANCESTORS) {
    const parent = byId.get(parentId)
    if (parent === undefined) break
    ancestors.push(parent)
    seen.add(parentId)
    parentId = parent.parentId
  }
  return ancestors
}

const nodeOf = (session: Session, relatives: Relatives, depth: number, self: Session): LineageNode => ({
  id: session.id,
  parentId: session.parentId,
  edge: relatives.parentOf(session)?.edge ?? null,
  depth,
  self: session.id === self.id,
  exists: true,
  title: session.title,
  source: session.source,
  state: session.state,
  startedAt: toIso(session.startedMs),
  messages: session.messages,
  protected: session.protections.length > 0,
})

const missingNode = (id: string): LineageNode => ({
  id,
  parentId: null,
  edge: null,
  depth: 0,
  self: false,
  exists: false,
  title: null,
  source: null,
  state: null,
  startedAt: null,
  messages: null,
  protected: null,
})
