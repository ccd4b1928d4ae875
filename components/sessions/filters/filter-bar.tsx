'use client'

import X from 'lucide-react/icons/x'
import { ColumnMenu } from '@/components/sessions/table/column-menu'
import type { ColumnId } from '@/components/sessions/table/columns'
import { SortMenu } from '@/components/sessions/table/sort-menu'
import type { Go, ListingPage } from '@/components/sessions/table/use-listing'
import { clearFilters } from '@/components/sessions/view-changes'
import { ViewLink } from '@/components/sessions/view-link'
import type { SessionsView, ValueFilterKey } from '@/components/sessions/view-state'
import { AgeMenu, FacetMenu, MoreMenu } from './filter-menus'
import { SearchBox } from './search-box'
import { filterChips, removeFilterLabel } from './words'

type Props = {
  homeId: string
  view: SessionsView
  page: ListingPage
  columns: readonly ColumnId[]
  onColumns: (columns: readonly ColumnId[]) => void
  go: Go
}

const MENUS: readonly ValueFilterKey[] = ['source', 'state', 'job', 'model']

/** Search and filters. Every choice is in the address. */
export function FilterBar({ homeId, view, page, columns, onColumns, go }: Props) {
  const chips = filterChips(view, page.facets)
  return (
    <div className="filter-bar">
      <SearchBox view={view} of={page.of} go={go} />
      {chips.map(({ key, label, value, without }) => (
        <span key={key} className="filter-chip">
          <span className="truncate">
            {label}: <b className="font-strong text-text">{value}</b>
          </span>
          <ViewLink view={without} go={go} label={removeFilterLabel(label, value)} className="filter-remove">
            <X size={14} strokeWidth={1.5} aria-hidden />
          </ViewLink>
        </span>
      ))}
      {chips.length > 1 && (
        <ViewLink view={clearFilters(view)} go={go} className="filter-clear">
          Clear all
        </ViewLink>
      )}
      <div className="filter-menus">
        {MENUS.map((key) => (
          <FacetMenu key={key} name={key} view={view} page={page} go={go} />
        ))}
        <AgeMenu view={view} go={go} />
        <MoreMenu view={view} page={page} go={go} />
        <SortMenu homeId={homeId} view={view} go={go} />
        <ColumnMenu columns={columns} onColumns={onColumns} />
      </div>
    </div>
  )
}
