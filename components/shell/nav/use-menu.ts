'use client'

import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'

/**
 * Keyboard and pointer behavior of a menu below a button: arrows move, a letter jumps, Escape closes and
 * returns the focus.
 */
export function useMenu() {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => {
    button.current?.focus()
    setOpen(false)
  }, [])

  useEffect(() => {
    if (!isOpen) return
    itemsOf(box.current)[0]?.focus()
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && box.current?.contains(target) === false) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [isOpen])

  const onKeyDown = (event: KeyboardEvent) => {
    const items = itemsOf(box.current)
    const { activeElement } = document
    const at = activeElement instanceof HTMLElement ? items.indexOf(activeElement) : -1
    if (event.key === 'Escape') close()
    else {
      const next = nextOf(items, at, event.key)
      if (next === undefined) return
      next.focus()
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    isOpen,
    close,
    root: { ref: box },
    trigger: {
      ref: button,
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      onClick: () => setOpen(!isOpen),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        setOpen(true)
      },
    },
    list: { onKeyDown },
  } as const
}

const itemsOf = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
]

function nextOf(items: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items.at(at < 1 ? -1 : at - 1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key.length > 1 || key === ' ') return undefined
  const letter = key.toLowerCase()
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) =>
    item.textContent.trim().toLowerCase().startsWith(letter),
  )
}
