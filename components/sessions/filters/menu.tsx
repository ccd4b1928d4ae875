'use client'

import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useEffect, useRef, useState } from 'react'

type Props = {
  label: string
  icon?: ReactNode
  wide?: boolean
  align?: 'start' | 'end'
  children: () => ReactNode
}

/**
 * A menu below its label. Only one is open at a time, and a click outside closes it. Works without
 * JavaScript.
 */
export function Menu({ label, icon, wide = false, align = 'start', children }: Props) {
  const menu = useRef<HTMLDetailsElement>(null)
  // Rendered only while open; without JavaScript always.
  const [isRendered, setRendered] = useState(false)
  useEffect(() => {
    setRendered(menu.current?.open ?? false)
    const closeOutside = ({ target }: PointerEvent) => {
      const own = menu.current
      if (own?.open && target instanceof Node && !own.contains(target)) own.open = false
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      const own = menu.current
      if (event.key !== 'Escape' || !own?.open) return
      event.preventDefault()
      own.open = false
      own.querySelector('summary')?.focus()
    }
    const own = menu.current
    document.addEventListener('pointerdown', closeOutside)
    own?.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      own?.removeEventListener('keydown', closeOnEscape)
    }
  }, [])
  return (
    <details
      ref={menu}
      name="session-menus"
      data-menu
      onToggle={({ currentTarget }) => setRendered(currentTarget.open)}
      className="relative flex-none"
    >
      <summary className="filter-field">
        {icon}
        {label}
        <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
      </summary>
      <div
        className={`menu-sheet ${wide ? 'md:w-[46rem] md:max-w-[80vw]' : 'md:w-64'} ${align === 'end' ? 'md:right-0' : 'md:left-0'}`}
      >
        {isRendered ? children() : <noscript>{children()}</noscript>}
      </div>
    </details>
  )
}
