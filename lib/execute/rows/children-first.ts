/** Children before their parents, so that nobody is unlinked who is about to go anyway. Otherwise as given. */
import type { SessionTarget } from '../../domain/plan/target.ts'

export function childrenFirst<T extends { readonly target: SessionTarget }>(items: readonly T[]): T[] {
  const byId = new Map(items.map((item) => [item.target.sessionId, item]))
  const depths = new Map<string, number>()
  const depthOf = (id: string): number => {
    const known = depths.get(id)
    if (known !== undefined) return known
    // Walked in a loop: a damaged store may hold a ring, or a chain deeper than the stack.
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
