'use client'

import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react'
import type { SessionSelection } from '@/components/sessions/selection/session-selection'
import type { SessionsView } from '@/components/sessions/view-state'
import { pickOf, type SessionPick } from '@/lib/domain/sessions/list/selection-sum'
import { type Column, minimumWidth } from './columns'
import { SessionTableRow } from './session-table-row'
import { FIRST_ROWS, type SessionWindows, WINDOW_ROWS } from './session-windows'
import { TableHead } from './table-head'
import type { Go } from './use-listing'
import { useRowHeight } from './use-row-height'
import { useRowWindow } from './use-row-window'
import { useTableKeys } from './use-table-keys'

type Props = {
  homeId: string
  list: string
  view: SessionsView
  windows: SessionWindows
  columns: readonly Column[]
  selection: SessionSelection
  isWaiting: boolean
  isAll: boolean
  fetchPicks: () => Promise<readonly SessionPick[]>
  selectAll: () => Promise<void>
  go: Go
}

/** A virtualized table of all sessions in the list. */
export function SessionsTable(props: Props) {
  const { homeId, list, view, windows, columns, selection, isWaiting, isAll, fetchPicks, selectAll, go } =
    props
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight()
  const { body, shown, isLoaded, isVirtualized } = useRowWindow(scroller, windows, rowHeight)
  const [place, setPlace] = useState<ListingIndex>({ of: windows, index: null })
  const active = place.of === windows ? place.index : null
  const anchor = useRef<ListingIndex>({ of: windows, index: null })
  const { total } = windows

  const setActive = useCallback((index: number) => setPlace({ of: windows, index }), [windows])
  const toggle = useCallback(
    async (index: number, isRange: boolean) => {
      const item = windows.at(index)
      if (item === undefined) return
      const from = anchor.current.of === windows ? anchor.current.index : null
      anchor.current = { of: windows, index }
      setActive(index)
      if (!isRange || from === null) {
        const pick = pickOf(item)
        return selection.set([pick], selection.stateOf(pick) !== 'all')
      }
      selection.set(
        await picksBetween(windows, Math.min(from, index), Math.max(from, index), fetchPicks),
        true,
      )
    },
    [windows, selection, fetchPicks, setActive],
  )
  const open = useCallback(
    (index: number, id: string) => {
      setActive(index)
      go((now) => ({ ...now, open: id }))
    },
    [go, setActive],
  )
  useTableKeys({ scroller, active, setActive, windows, rowHeight, view, toggle, open, go, selection })

  useEffect(
    () => windows.subscribe(() => selection.refresh(windows.visibleItems().map(pickOf))),
    [windows, selection],
  )

  const style: CSSProperties & { '--least-width': string } = { '--least-width': `${minimumWidth(columns)}px` }
  // The selection bar covers the last rows, so there is room to scroll them out from under it.
  const room = selection.size === 0 ? 0 : BAR_HEIGHT
  const rowAt = (index: number) => {
    const item = windows.at(index)
    return item === undefined ? null : (
      <SessionTableRow
        key={item.id}
        index={index}
        item={item}
        seenAt={windows.seenAtOf(index)}
        columns={columns}
        homeId={homeId}
        list={list}
        selection={selection.stateOf(pickOf(item))}
        isOpen={view.open === item.id}
        isActive={active === index}
        onToggle={toggle}
        onOpen={open}
      />
    )
  }
  return (
    <div ref={scroller} className="session-scroller" data-waiting={isWaiting || undefined}>
      <div
        className="session-length"
        style={isVirtualized ? { ...style, height: HEAD_HEIGHT + total * rowHeight + room } : style}
      >
        <div
          className="session-layer"
          data-placed={isVirtualized || undefined}
          data-held={!isLoaded || undefined}
        >
          <table aria-label="Sessions" aria-rowcount={total + 1} className="session-table">
            <TableHead
              columns={columns}
              view={view}
              total={total}
              isAll={isAll}
              selection={selection}
              selectAll={selectAll}
              go={go}
            />
            <tbody ref={body}>{indexesBetween(shown.first, shown.last).map(rowAt)}</tbody>
          </table>
          {!isVirtualized && total > FIRST_ROWS && (
            <noscript>
              <table aria-label="Sessions, continued" className="session-table">
                <tbody>{indexesBetween(FIRST_ROWS, Math.min(WINDOW_ROWS, total) - 1).map(rowAt)}</tbody>
              </table>
            </noscript>
          )}
        </div>
      </div>
    </div>
  )
}

/** A row index is only valid within one listing. */
type ListingIndex = { readonly of: SessionWindows; readonly index: number | null }

const HEAD_HEIGHT = 32
const BAR_HEIGHT = 80

const indexesBetween = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step)

/** The picks between two rows. Rows that are not loaded are fetched. */
async function picksBetween(
  windows: SessionWindows,
  first: number,
  last: number,
  fetchPicks: Props['fetchPicks'],
): Promise<readonly SessionPick[]> {
  if (!windows.has({ first, last })) return (await fetchPicks()).slice(first, last + 1)
  return indexesBetween(first, last).flatMap((index) => {
    const item = windows.at(index)
    return item === undefined ? [] : [pickOf(item)]
  })
}
