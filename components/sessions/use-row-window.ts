'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { type SessionWindows, WINDOW_ROWS } from './session-windows'

type RowWindow = {
  readonly body: RefObject<HTMLTableSectionElement | null>
  /** The rows to draw, by number. */
  readonly shown: { readonly first: number; readonly last: number }
  /** False while other rows are shown in their stead. */
  readonly isThere: boolean
  /** Whether the browser has taken over from the server's rows. */
  readonly isPlaced: boolean
}

/**
 * Which rows stand in sight. They lie in a layer that stays where it is while the bar moves, and are exchanged only
 * for rows that have come: however fast one scrolls, there is always something to read.
 */
export function useRowWindow(
  scroller: RefObject<HTMLDivElement | null>,
  windows: SessionWindows,
  rowHeight: number,
): RowWindow {
  useSyncExternalStore(
    windows.subscribe,
    () => windows.version,
    () => 0,
  )
  const body = useRef<HTMLTableSectionElement>(null)
  const { total } = windows
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 1,
  })
  const items = virtualizer.getVirtualItems()
  const isPlaced = virtualizer.scrollElement !== null && items.length > 0
  const direction = virtualizer.scrollDirection === 'backward' ? -1 : 1
  const first = items[0]?.index ?? 0
  const last = Math.min(items.at(-1)?.index ?? 0, total - 1)
  const shown = isPlaced
    ? windows.nearest({ first, last })
    : { first: 0, last: Math.min(WINDOW_ROWS, total) - 1 }
  const isThere = !isPlaced || shown.first === first
  const shownFirst = shown.first

  // By hand, because it happens at every step of the bar.
  useLayoutEffect(() => {
    const element = scroller.current
    const place = () => {
      const at = element?.scrollTop ?? 0
      const rest = isThere ? shownFirst * rowHeight - at : 0
      if (body.current !== null) body.current.style.transform = `translateY(${rest}px)`
    }
    place()
    element?.addEventListener('scroll', place, { passive: true })
    return () => element?.removeEventListener('scroll', place)
  }, [scroller, shownFirst, isThere, rowHeight])

  useEffect(() => {
    if (isPlaced) windows.want({ first, last }, direction)
  }, [windows, first, last, direction, isPlaced])

  // Another listing begins at its beginning.
  const drawn = useRef(windows)
  useLayoutEffect(() => {
    if (drawn.current === windows) return
    drawn.current = windows
    scroller.current?.scrollTo({ top: 0 })
  }, [scroller, windows])

  return { body, shown, isThere, isPlaced }
}
