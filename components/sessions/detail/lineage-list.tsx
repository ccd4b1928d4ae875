'use client'

import type { MouseEvent } from 'react'
import { sessionHref } from '@/components/sessions/view-state'
import { TruncateMiddle } from '@/components/ui/truncate-middle'
import type { SessionDetail } from '@/lib/domain/sessions/session-detail'
import { oneLine } from '@/lib/domain/sessions/session-label'
import { formatCount } from '@/lib/shared/numbers'
import { type Branch, branchesOf } from './lineage-branches'
import { nodeWords } from './words'

type Lineage = NonNullable<SessionDetail['lineage']>
type Props = {
  lineage: Lineage
  homeId: string
  list: string
  /** Opens the session in the drawer instead of on its page. */
  onOpen?: ((id: string) => void) | undefined
}
type LinkProps = Omit<Props, 'lineage'>

/** Deeper levels leave no room for text on a phone. */
const MAX_INDENT = 8

/** The lineage as a small tree. */
export function LineageList({ lineage, ...linkProps }: Props) {
  return (
    <div className="text-support">
      <Branches branches={branchesOf(lineage.nodes)} linkProps={linkProps} />
      {lineage.more > 0 && <p className="text-text-3">{formatCount(lineage.more)} more</p>}
    </div>
  )
}

function Branches({ branches, linkProps }: { branches: readonly Branch[]; linkProps: LinkProps }) {
  return (
    <ul>
      {branches.map(({ node, below }) => (
        <li key={node.id} aria-current={node.self ? 'true' : undefined}>
          <Line node={node} linkProps={linkProps} />
          {below.length > 0 && <Branches branches={below} linkProps={linkProps} />}
        </li>
      ))}
    </ul>
  )
}

function Line({
  node,
  linkProps: { homeId, list, onOpen },
}: {
  node: Lineage['nodes'][number]
  linkProps: LinkProps
}) {
  const follow = (event: MouseEvent) => {
    if (onOpen === undefined || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(node.id)
  }
  return (
    <div
      className={`flex min-h-10 items-center gap-2 rounded-chip md:min-h-6 ${node.self ? '-mx-2 bg-accent-weak px-2' : ''}`}
    >
      <span
        className="flex min-w-0 flex-1 items-center"
        style={{ paddingLeft: Math.min(node.depth, MAX_INDENT) * 16 }}
      >
        {node.depth > 0 && (
          <span
            aria-hidden
            className="mr-1.5 h-3 w-2.5 flex-none -translate-y-1 border-b border-l border-line-strong"
          />
        )}
        {node.exists && !node.self ? (
          <a
            href={sessionHref(node.id, homeId, list)}
            onClick={follow}
            className="flex min-w-0 font-mono hover:text-accent-text hover:underline"
          >
            <TruncateMiddle text={oneLine(node.id)} />
          </a>
        ) : (
          <span className={`flex min-w-0 font-mono ${node.exists ? '' : 'text-text-3'}`}>
            <TruncateMiddle text={oneLine(node.id)} />
          </span>
        )}
      </span>
      <span className="flex-none text-text-2">{nodeWords(node)}</span>
    </div>
  )
}
