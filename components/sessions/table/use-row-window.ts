'use client'

import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { type RowRange, rowRange } from './row-range'
import { FIRST_ROWS, type SessionWindows, WINDOW_ROWS } from './session-windows'

type RowWindow = {
  readonly body: RefObject<HTMLTableSectionElement | null>
  /** The rows to render, by index. */
  readonly shown: RowRange
  /** False while other rows are shown in their place. */
  readonly isLoaded: boolean
  /** Whether the browser has taken over from the rows rendered by the server. */
  readonly isVirtualized: boolean
}

type Viewport = { readonly top: number; readonly height: number; readonly direction: 1 | -1 }

/**
 * The visible rows. They are in a layer that does not scroll and are replaced only by loaded rows, so there
 * is always something to read. All rows have the same height, so their index is a division.
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
  const viewport = useViewport(scroller, rowHeight)
  const { total } = windows
  const isVirtualized = viewport !== null
  const { first, last } = rowRange(
    viewport?.top ?? 0,
    viewport?.height ?? WINDOW_ROWS * rowHeight,
    rowHeight,
    total,
  )
  const shown = isVirtualized
    ? windows.nearest({ first, last })
    : { first: 0, last: Math.min(FIRST_ROWS, total) - 1 }
  const isLoaded = !isVirtualized || shown.first === first
  const shownFirst = shown.first
  const direction = viewport?.direction ?? 1

  // Set on the element directly, because it changes with every scroll event.
  useLayoutEffect(() => {
    const element = scroller.current
    const place = () => {
      const at = element?.scrollTop ?? 0
      const rest = isLoaded ? shownFirst * rowHeight - at : 0
      if (body.current !== null) body.current.style.transform = `translateY(${rest}px)`
    }
    place()
    element?.addEventListener('scroll', place, { passive: true })
    return () => element?.removeEventListener('scroll', place)
  }, [scroller, shownFirst, isLoaded, rowHeight])

  useEffect(() => {
    if (isVirtualized) windows.request({ first, last }, direction)
  }, [windows, first, last, direction, isVirtualized])

  // Another listing starts at the top.
  const rendered = useRef(windows)
  useLayoutEffect(() => {
    if (rendered.current === windows) return
    rendered.current = windows
    scroller.current?.scrollTo({ top: 0 })
  }, [scroller, windows])

  return { body, shown, isLoaded, isVirtualized }
}

/** The scroll position in whole rows, so that nothing renders again within one row. Null until measured. */
function useViewport(scroller: RefObject<HTMLDivElement | null>, rowHeight: number): Viewport | null {
  const [viewport, setViewport] = useState<Viewport | null>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    let last: Viewport | null = null
    const measureViewport = (): Viewport | null => {
      const top = Math.floor(element.scrollTop / rowHeight) * rowHeight
      const height = element.clientHeight + rowHeight
      if (last !== null && last.top === top && last.height === height) return null
      last = { top, height, direction: last !== null && top < last.top ? -1 : 1 }
      return last
    }
    const follow = () => {
      const seen = measureViewport()
      // In the same frame as the scroll, otherwise the rows lag behind.
      if (seen !== null) flushSync(() => setViewport(seen))
    }
    setViewport(measureViewport())
    const sizes = new ResizeObserver(() => {
      const seen = measureViewport()
      if (seen !== null) setViewport(seen)
    })
    sizes.observe(element)
    element.addEventListener('scroll', follow, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', follow)
    }
  }, [scroller, rowHeight])
  return viewport
}
