'use client'

import ListTree from 'lucide-react/icons/list-tree'
import Pin from 'lucide-react/icons/pin'
import Radio from 'lucide-react/icons/radio'
import RouteIcon from 'lucide-react/icons/route'
import Shield from 'lucide-react/icons/shield'
import { type MouseEvent, memo } from 'react'
import { sourceColor } from '@/components/charts/colors'
import { SelectionCheckbox } from '@/components/sessions/selection/selection-checkbox'
import type { SelectionState } from '@/components/sessions/selection/session-selection'
import { sessionHref } from '@/components/sessions/view-state'
import { Swatch } from '@/components/ui/swatch'
import { TruncateMiddle } from '@/components/ui/truncate-middle'
import type { SessionItem } from '@/lib/domain/sessions/list/session-item'
import { MANY_MESSAGES } from '@/lib/domain/sessions/session'
import { oneLine, sessionLabel } from '@/lib/domain/sessions/session-label'
import { formatBytes, formatCount } from '@/lib/shared/numbers'
import type { Column } from './columns'
import { SessionCell } from './session-cell'
import { SessionStateBadge } from './state-badge'
import { isWideScreen } from './use-row-height'
import { ageWords, lineageNote } from './words'

type Props = {
  index: number
  item: SessionItem
  seenAt: string | null
  columns: readonly Column[]
  homeId: string
  list: string
  selection: SelectionState
  isOpen: boolean
  isActive: boolean
  onToggle: (index: number, isRange: boolean) => void
  onOpen: (index: number, id: string) => void
}

export const SessionTableRow = memo(function SessionRow(props: Props) {
  const { index, item, seenAt, columns, homeId, list, selection, isOpen, isActive, onToggle, onOpen } = props
  const label = sessionLabel(item)
  const family = lineageNote(item)
  const openHere = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || !isWideScreen()) return
    event.preventDefault()
    if (event.shiftKey) onToggle(index, true)
    else onOpen(index, item.id)
  }
  return (
    <tr
      aria-rowindex={index + 2}
      data-row-box
      data-index={index}
      data-ticked={selection === 'none' ? undefined : selection}
      data-open={isOpen || undefined}
      data-active={isActive || undefined}
      className="session-row"
    >
      <td className="session-tick">
        <SelectionCheckbox
          state={selection}
          label={`Select ${label.text}`}
          onToggle={(event) => onToggle(index, event.shiftKey)}
        />
      </td>
      <td className="session-name">
        <a
          href={sessionHref(item.id, homeId, list)}
          data-row
          onClick={openHere}
          className={`session-link ${label.from === 'id' ? 'font-mono text-support' : ''}`}
          title={label.text}
        >
          <bdi>{label.from === 'id' ? <TruncateMiddle text={label.text} /> : label.text}</bdi>
        </a>
        {family !== null && (
          <span className="inline-flex flex-none items-center gap-1 text-axis text-text-3" title={family}>
            <ListTree size={14} strokeWidth={1.5} aria-hidden />
            <span className="family-words">{family}</span>
          </span>
        )}
        <ProtectionIcon item={item} />
      </td>
      {columns.map(({ id, width, align }) => (
        <td key={id} className={`session-cell ${align === 'right' ? 'text-right' : ''}`} style={{ width }}>
          <SessionCell column={id} item={item} seenAt={seenAt} />
        </td>
      ))}
      <td className="session-brief">
        <Swatch color={sourceColor(item.source)} />
        <bdi className="truncate">{oneLine(item.source)}</bdi>
        <SessionStateBadge state={item.state} />
        <span>{ageWords(item.lastActiveAt, seenAt)}</span>
        <span className="ml-auto flex-none">
          <span className={item.messages > MANY_MESSAGES ? 'text-warn-text' : 'text-text'}>
            {formatCount(item.messages)}
          </span>{' '}
          msg
        </span>
        <span className="flex-none text-text">
          {item.totalBytes === null ? 'unknown' : formatBytes(item.totalBytes)}
        </span>
      </td>
    </tr>
  )
})

const ICONS: ReadonlyMap<string, typeof Pin> = new Map([
  ['pinned', Pin],
  ['routed', RouteIcon],
  ['open-recent', Radio],
  ['turn-lease', Radio],
])

function ProtectionIcon({ item }: { item: SessionItem }) {
  const [first] = item.protections
  if (first === undefined) return null
  const Icon = ICONS.get(first.code) ?? Shield
  const words = `Protected. ${item.protections.map(({ message }) => oneLine(message)).join(' ')}`
  return (
    <span className="flex-none text-text-3" title={words}>
      <Icon size={14} strokeWidth={1.5} aria-hidden />
      <span className="sr-only">{words}</span>
    </span>
  )
}
