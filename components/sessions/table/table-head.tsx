'use client'

import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { SelectionCheckbox } from '@/components/sessions/selection/selection-checkbox'
import type { SelectionState, SessionSelection } from '@/components/sessions/selection/session-selection'
import { sortBy } from '@/components/sessions/view-changes'
import { ViewLink } from '@/components/sessions/view-link'
import type { SessionsView } from '@/components/sessions/view-state'
import type { SortKey } from '@/lib/domain/sessions/list/session-columns'
import { formatCount } from '@/lib/shared/numbers'
import type { Column } from './columns'
import type { Go } from './use-listing'

type Props = {
  columns: readonly Column[]
  view: SessionsView
  total: number
  isAll: boolean
  selection: SessionSelection
  selectAll: () => Promise<void>
  go: Go
}

export function TableHead({ columns, view, total, isAll, selection, selectAll, go }: Props) {
  const state: SelectionState = isAll ? 'all' : selection.size === 0 ? 'none' : 'some'
  return (
    <thead className="session-head">
      <tr aria-rowindex={1}>
        <th scope="col" className="session-tick">
          <SelectionCheckbox
            state={state}
            label={state === 'none' ? `Select all ${formatCount(total)}` : 'Clear the selection'}
            onToggle={() => (state === 'none' ? void selectAll() : selection.clear())}
          />
        </th>
        <Head label="Session" sort="title" align="left" view={view} go={go} className="session-name" />
        {columns.map(({ id, label, width, align, sort }) => (
          <Head
            key={id}
            label={label}
            sort={sort}
            align={align}
            view={view}
            go={go}
            className="session-cell"
            width={width}
          />
        ))}
      </tr>
    </thead>
  )
}

type HeadProps = {
  label: string
  sort: SortKey
  align: 'left' | 'right'
  view: SessionsView
  go: Go
  className: string
  width?: number
}

function Head({ label, sort, align, view, go, className, width }: HeadProps) {
  const sorted = view.sort === sort ? view.order : null
  const Arrow = sorted === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={sorted === null ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
      className={`${className} ${align === 'right' ? 'justify-end' : ''}`}
      style={width === undefined ? undefined : { width }}
    >
      <ViewLink
        view={sortBy(view, sort)}
        go={go}
        className={`inline-flex h-8 items-center gap-1 hover:text-text ${sorted === null ? '' : 'text-text'}`}
      >
        {label}
        {sorted !== null && <Arrow size={12} strokeWidth={1.5} aria-hidden />}
      </ViewLink>
    </th>
  )
}
