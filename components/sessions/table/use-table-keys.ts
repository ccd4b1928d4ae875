'use client'

import { type RefObject, useEffect, useRef } from 'react'
import type { SessionSelection } from '@/components/sessions/selection/session-selection'
import type { SessionsView } from '@/components/sessions/view-state'
import type { SessionWindows } from './session-windows'
import type { Go } from './use-listing'

type Table = {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly active: number | null
  readonly setActive: (index: number) => void
  readonly windows: SessionWindows
  readonly rowHeight: number
  readonly view: SessionsView
  readonly toggle: (index: number, isRange: boolean) => void
  readonly open: (index: number, id: string) => void
  readonly go: Go
  readonly selection: SessionSelection
}

/** Keyboard control of a virtualized table: j and k scroll, then focus the row. */
export function useTableKeys(table: Table): void {
  const latest = useRef(table)
  // The row to focus once it is rendered. Keys may arrive faster than rows.
  const pendingFocus = useRef<number | null>(null)

  useEffect(() => {
    latest.current = table
    const row = pendingFocus.current === null ? null : rowAt(table, pendingFocus.current)
    if (row === null) return
    pendingFocus.current = null
    row.focus({ preventScroll: true })
  })

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
      const act = HANDLERS[event.key]
      if (act?.(latest.current, event, pendingFocus) === true) event.preventDefault()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}

type PendingFocus = { current: number | null }
type KeyHandler = (table: Table, event: KeyboardEvent, pendingFocus: PendingFocus) => boolean

const HANDLERS: Readonly<Record<string, KeyHandler>> = {
  j: (table, _, pendingFocus) => move(table, 1, pendingFocus),
  k: (table, _, pendingFocus) => move(table, -1, pendingFocus),
  x: (table, _, pendingFocus) => onActive(table, pendingFocus, (index) => table.toggle(index, false)),
  X: (table, _, pendingFocus) => onActive(table, pendingFocus, (index) => table.toggle(index, true)),
  Enter: (table, { target }, pendingFocus) => {
    // A focused link or button handles Enter itself.
    if (target instanceof HTMLElement && target !== document.body && target.id !== 'page') return false
    return onActive(table, pendingFocus, (index) => {
      const item = table.windows.at(index)
      if (item !== undefined) table.open(index, item.id)
    })
  },
  Escape: ({ view, go, selection }) => {
    if (closeMenu()) return true
    if (view.open !== null) go({ ...view, open: null })
    else if (selection.size > 0) selection.clear()
    else return false
    return true
  },
}

function move(table: Table, step: 1 | -1, pendingFocus: PendingFocus): boolean {
  const { windows, scroller, rowHeight } = table
  const active = activeIn(table, pendingFocus)
  const element = scroller.current
  if (element === null || windows.total === 0) return false
  const next = active === null ? Math.ceil(element.scrollTop / rowHeight) : active + step
  const index = Math.min(windows.total - 1, Math.max(0, next))
  const [top, height] = [index * rowHeight, element.clientHeight - HEAD_HEIGHT]
  if (top < element.scrollTop) element.scrollTop = top
  else if (top + rowHeight > element.scrollTop + height) element.scrollTop = top + rowHeight - height
  pendingFocus.current = index
  table.setActive(index)
  // The row is already active, so nothing renders again.
  if (table.active === index) rowAt(table, index)?.focus({ preventScroll: true })
  return true
}

const HEAD_HEIGHT = 32

function onActive(table: Table, pendingFocus: PendingFocus, act: (index: number) => void): boolean {
  const active = activeIn(table, pendingFocus)
  if (active === null || table.windows.at(active) === undefined) return false
  act(active)
  return true
}

/** The focused row, otherwise the last active one. */
function activeIn({ active }: Table, pendingFocus: PendingFocus): number | null {
  if (pendingFocus.current !== null) return pendingFocus.current
  const focused = document.activeElement?.closest('[data-index]')?.getAttribute('data-index')
  return focused === null || focused === undefined ? active : Number(focused)
}

const rowAt = ({ scroller }: Table, index: number): HTMLElement | null =>
  scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row]`) ?? null

function closeMenu(): boolean {
  const menu = document.querySelector<HTMLDetailsElement>('details[data-menu][open]')
  if (menu === null) return false
  menu.open = false
  menu.querySelector('summary')?.focus()
  return true
}

/** Ignores keys while typing and inside dialogs, which have their own. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('[role=dialog], [role=menu], [role=listbox]') !== null) return true
  const isBox = target instanceof HTMLInputElement && target.type === 'checkbox'
  return !isBox && target.matches('input, textarea, select')
}
