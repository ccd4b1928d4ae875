/** The sessions of a lineage as a tree. */
import type { SessionDetail } from '@/lib/domain/sessions/session-detail'

type Node = NonNullable<SessionDetail['lineage']>['nodes'][number]

export type Branch = { readonly node: Node; readonly below: readonly Branch[] }

/** Takes nodes in depth-first order. If a parent was left out, its children move to the nearest ancestor. */
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
