/** The family of a session as it is nested: each with what hangs on it. */
import type { SessionDetail } from '@/lib/domain/sessions/session-detail'

type Node = NonNullable<SessionDetail['lineage']>['nodes'][number]

export type Branch = { readonly node: Node; readonly below: readonly Branch[] }

/** From nodes as they are walked, depth first. One whose parent was left out hangs on the nearest above it. */
export function branchesOf(nodes: readonly Node[]): readonly Branch[] {
  const top: Branch[] = []
  const path: { readonly depth: number; readonly below: Branch[] }[] = [{ depth: -1, below: top }]
  for (const node of nodes) {
    while ((path.at(-1)?.depth ?? -1) >= node.depth) path.pop()
    const below: Branch[] = []
    path.at(-1)?.below.push({ node, below })
    path.push({ depth: node.depth, below })
  }
  return top
}
