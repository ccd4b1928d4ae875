/** Finds at least one cycle in each group of nodes that has any, as the path back to its first node. */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (node: string): void => {
    const start = path.indexOf(node)
    if (start >= 0) cycles.push([...path.slice(start), node])
    if (start >= 0 || done.has(node)) return
    path.push(node)
    for (const next of edges.get(node) ?? []) visit(next)
    path.pop()
    done.add(node)
  }
  for (const node of edges.keys()) visit(node)
  return cycles
}
