/** The order of deletes: children before parents, so that no session is unlinked right before it is deleted. */
import type { SessionTarget } from '../../domain/plan/target.ts'

export type SessionDelete = {
  readonly target: SessionTarget
  /** Items with the same value are deleted together or not at all, in one batch. */
  readonly together: string | null
}

/** Sessions deleted together, children first. */
export type DeleteGroup = readonly SessionDelete[]

/**
 * A group takes the position of its last member, so that children outside it are deleted before their parent.
 * Batches keep this order and are split between groups only.
 */
export function toDeleteGroups(items: readonly SessionDelete[]): DeleteGroup[] {
  const groups = new Map<string, SessionDelete[]>()
  for (const [index, item] of childrenFirst(items).entries()) {
    const key = item.together === null ? `alone ${index}` : `together ${item.together}`
    const members = groups.get(key) ?? []
    groups.delete(key)
    groups.set(key, [...members, item])
  }
  return [...groups.values()]
}

function childrenFirst(items: readonly SessionDelete[]): SessionDelete[] {
  const byId = new Map(items.map((item) => [item.target.sessionId, item]))
  const depths = new Map<string, number>()
  const depthOf = (id: string): number => {
    const known = depths.get(id)
    if (known !== undefined) return known
    // A loop, because a damaged store may contain a cycle or a chain deeper than the stack.
    const chain = new Set<string>()
    let at: string | null = id
    while (at !== null && byId.has(at) && !depths.has(at) && !chain.has(at)) {
      chain.add(at)
      at = byId.get(at)?.target.mark.parentId ?? null
    }
    let depth = (at === null ? undefined : depths.get(at)) ?? 0
    for (const each of [...chain].reverse()) {
      depth += 1
      depths.set(each, depth)
    }
    return depths.get(id) ?? 0
  }
  return items
    .map((item) => ({ item, depth: depthOf(item.target.sessionId) }))
    .sort((a, b) => b.depth - a.depth)
    .map(({ item }) => item)
}
