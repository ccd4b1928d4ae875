'use client'

import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { type RowRange, rowRange } from './row-range'
import { FIRST_ROWS, type SessionWindows, WINDOW_ROWS } from './session-windows'

type RowWindow = {
  readonly body: RefObject<HTMLTableSectionElement | null>
  /** The rows to draw, by number. */
  readonly shown: RowRange
  /** False while other rows are shown in their stead. */
  readonly isThere: boolean
  /** Whether the browser has taken over from the server's rows. */
  readonly isPlaced: boolean
}

type Sight = { readonly top: number; readonly height: number; readonly direction: 1 | -1 }

/**
 * Which rows stand in sight. They lie in a layer that stays where it is while the bar moves, and are exchanged only
 * for rows that have come: however fast one scrolls, there is always something to read. All rows are of one height,
 * so a division finds them.
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
  const sight = useSight(scroller, rowHeight)
  const { total } = windows
  const isPlaced = sight !== null
  const { first, last } = rowRange(
    sight?.top ?? 0,
    sight?.height ?? WINDOW_ROWS * rowHeight,
    rowHeight,
    total,
  )
  const shown = isPlaced
    ? windows.nearest({ first, last })
    : { first: 0, last: Math.min(FIRST_ROWS, total) - 1 }
  const isThere = !isPlaced || shown.first === first
  const shownFirst = shown.first
  const direction = sight?.direction ?? 1

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

/** Where the bar stands, in whole rows: within one row nothing is drawn anew. Null until the browser knows. */
function useSight(scroller: RefObject<HTMLDivElement | null>, rowHeight: number): Sight | null {
  const [sight, setSight] = useState<Sight | null>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    let last: Sight | null = null
    const measureSight = (): Sight | null => {
      const top = Math.floor(element.scrollTop / rowHeight) * rowHeight
      const height = element.clientHeight + rowHeight
      if (last !== null && last.top === top && last.height === height) return null
      last = { top, height, direction: last !== null && top < last.top ? -1 : 1 }
      return last
    }
    const follow = () => {
      const seen = measureSight()
      // In the same frame as the bar, or the rows would trail behind it.
      if (seen !== null) flushSync(() => setSight(seen))
    }
    setSight(measureSight())
    const sizes = new ResizeObserver(() => {
      const seen = measureSight()
      if (seen !== null) setSight(seen)
    })
    sizes.observe(element)
    element.addEventListener('scroll', follow, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', follow)
    }
  }, [scroller, rowHeight])
  return sight
}
