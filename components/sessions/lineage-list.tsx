'use client'

import type { MouseEvent } from 'react'
import { EndKept } from '@/components/ui/end-kept'
import type { SessionDetail } from '@/lib/domain/session-detail'
import { oneLine } from '@/lib/domain/session-label'
import { formatCount } from '@/lib/shared/numbers'
import { nodeWords } from './lineage-words'
import { sessionHref } from './view-state'

type Props = {
  lineage: NonNullable<SessionDetail['lineage']>
  homeId: string
  /** Opens it where one is, instead of going to its page. */
  onOpen?: ((id: string) => void) | undefined
}

const MOST_STEPS = 8

/** The family as a small tree: who came of whom, and how. */
export function LineageList({ lineage, homeId, onOpen }: Props) {
  const follow = (event: MouseEvent, id: string) => {
    if (onOpen === undefined || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(id)
  }
  return (
    <ul className="text-support">
      {lineage.nodes.map((node) => (
        <li
          key={node.id}
          className={`flex min-h-10 items-center gap-2 rounded-chip md:min-h-6 ${node.self ? '-mx-2 bg-accent-weak px-2' : ''}`}
          aria-current={node.self ? 'true' : undefined}
        >
          <span
            className="flex min-w-0 flex-1 items-center"
            style={{ paddingLeft: Math.min(node.depth, MOST_STEPS) * 16 }}
          >
            {node.depth > 0 && (
              <span
                aria-hidden
                className="mr-1.5 h-3 w-2.5 flex-none -translate-y-1 border-b border-l border-line-strong"
              />
            )}
            {node.exists && !node.self ? (
              <a
                href={sessionHref(node.id, homeId)}
                onClick={(event) => follow(event, node.id)}
                className="flex min-w-0 font-mono hover:text-accent-text hover:underline"
              >
                <EndKept text={oneLine(node.id)} />
              </a>
            ) : (
              <span className={`flex min-w-0 font-mono ${node.exists ? '' : 'text-text-3'}`}>
                <EndKept text={oneLine(node.id)} />
              </span>
            )}
          </span>
          <span className="flex-none text-text-2">{nodeWords(node)}</span>
        </li>
      ))}
      {lineage.more > 0 && <li className="text-text-3">{formatCount(lineage.more)} more</li>}
    </ul>
  )
}
