/** Texts about a session's lineage. */
import type { Edge } from '@/lib/domain/sessions/lineage'
import type { SessionDetail } from '@/lib/domain/sessions/session-detail'
import { formatCount, formatPlural } from '@/lib/shared/numbers'

type Node = NonNullable<SessionDetail['lineage']>['nodes'][number]

const EDGES: Readonly<Record<Edge, string>> = {
  compression: 'continues it',
  branch: 'branch',
  delegate: 'subagent',
  reset: 'after a reset',
  other: 'child',
}

export function nodeWords({ self, exists, edge, state }: Node): string {
  if (self) return 'this one'
  if (!exists) return 'no longer there'
  return [...(edge === null ? [] : [EDGES[edge]]), ...(state === null ? [] : [state])].join(', ')
}

export function lineageWords({ nodes, more }: NonNullable<SessionDetail['lineage']>): string {
  const known = nodes.filter(({ exists }) => exists)
  const kept = known.filter((node) => node.protected).length
  const count = formatPlural(known.length + more, 'session')
  if (kept === 0) return `${count}, none protected`
  return kept === known.length ? `${count}, all protected` : `${count}, ${formatCount(kept)} protected`
}
