'use client'

import { LISTING_FAILED } from '@/components/sessions/table/words'
import './sessions.css'
import dynamic from 'next/dynamic'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Banner } from '@/components/ui/banner'
import { pickOf, picksOf } from '@/lib/domain/sessions/list/selection-sum'
import { type OpenedSession, useSessionDetail } from './detail/use-session-detail'
import { ExplorerHead } from './explorer-head'
import { FilterBar } from './filters/filter-bar'
import { browserStorage } from './selection/browser-storage'
import { type SessionPlans, SessionSelectionBar } from './selection/selection-bar'
import { SessionSelection } from './selection/session-selection'
import { type ColumnId, shownColumns } from './table/columns'
import { NoMatch } from './table/no-match'
import type { SessionWindows } from './table/session-windows'
import { SessionsTable } from './table/sessions-table'
import { type ListingPage, useListing } from './table/use-listing'
import type { SessionsView } from './view-state'

const loadDrawer = () => import('./detail/session-drawer').then((parts) => parts.SessionDrawer)
const SessionDrawer = dynamic(loadDrawer)

type Props = {
  homeId: string
  view: SessionsView
  page: ListingPage
  columns: readonly ColumnId[]
  /** The session in the address, if any. */
  opened: OpenedSession | null
  rememberColumns: (input: { columns: string[] }) => Promise<unknown>
  plans: SessionPlans
}

/** All sessions of a home: search, sort, select, and one of them in detail. */
export function SessionExplorer(props: Props) {
  const {
    homeId,
    view: first,
    page,
    columns: savedColumns,
    opened: serverDetail,
    rememberColumns,
    plans,
  } = props
  const { view, listing, go, trouble, isWaiting } = useListing({ homeId, view: first, page })
  const selection = useSessionSelection(homeId)
  const [columns, setColumns] = useState(savedColumns)
  const shown = useMemo(() => shownColumns(columns), [columns])
  const opened = useSessionDetail(homeId, view.open, serverDetail)
  const { windows } = listing

  const chooseColumns = (next: readonly ColumnId[]) => {
    setColumns(next)
    void rememberColumns({ columns: [...next] })
  }
  const { address } = listing
  const fetchPicks = useCallback(async () => {
    const answer = await fetch(`${address}&format=picks`)
    return answer.ok ? picksOf(await answer.json()) : []
  }, [address])
  const selectAll = useCallback(async () => selection.set(await fetchPicks(), true), [fetchPicks, selection])

  // Loaded ahead of the first click, but not part of the first load.
  useEffect(() => void loadDrawer(), [])
  const isAll = isAllSelected(windows, selection)

  return (
    <div className="explorer">
      <ExplorerHead homeId={homeId} view={view} page={listing.page} total={windows.total} go={go} />
      <FilterBar
        homeId={homeId}
        view={view}
        page={listing.page}
        columns={columns}
        onColumns={chooseColumns}
        go={go}
      />
      {trouble !== null && (
        <div className="px-4 pb-3 md:px-6">
          <Banner level="warn" title={LISTING_FAILED}>
            {trouble}
          </Banner>
        </div>
      )}
      <div className="explorer-body">
        <div className="explorer-list">
          {windows.total === 0 ? (
            <NoMatch homeId={homeId} view={view} page={listing.page} go={go} />
          ) : (
            <SessionsTable
              homeId={homeId}
              list={listing.list}
              view={view}
              windows={windows}
              columns={shown}
              selection={selection}
              isWaiting={isWaiting}
              isAll={isAll}
              fetchPicks={fetchPicks}
              selectAll={selectAll}
              go={go}
            />
          )}
          <SessionSelectionBar
            homeId={homeId}
            selection={selection}
            total={windows.total}
            isAll={isAll}
            selectAll={selectAll}
            plans={plans}
          />
        </div>
        {view.open !== null && (
          <SessionDrawer
            key={view.open}
            opened={opened}
            homeId={homeId}
            list={listing.list}
            plans={plans}
            onClose={() => go((now) => ({ ...now, open: null }))}
            onOpen={(id) => go((now) => ({ ...now, open: id }))}
          />
        )}
      </div>
    </div>
  )
}

/** The home's selection. The server has none, so it is restored right after hydration. */
function useSessionSelection(homeId: string): SessionSelection {
  const selection = useMemo(() => new SessionSelection(browserStorage(homeId)), [homeId])
  useEffect(() => selection.restore(), [selection])
  useSyncExternalStore(
    selection.subscribe,
    () => selection.version,
    () => 0,
  )
  return selection
}

/** As far as the browser knows: every visible row is selected, and at least as many as there are rows. */
const isAllSelected = (windows: SessionWindows, selection: SessionSelection): boolean =>
  windows.total > 0 &&
  selection.size >= windows.total &&
  windows.visibleItems().every((item) => selection.stateOf(pickOf(item)) === 'all')
