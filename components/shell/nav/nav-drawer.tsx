'use client'

import MenuIcon from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/** The navigation on a phone. A link or a tap outside closes it. */
export function NavDrawer({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const drawer = useRef<HTMLDialogElement>(null)
  // A native dialog keeps the focus inside and returns it.
  useLayoutEffect(() => {
    if (isOpen) drawer.current?.showModal()
    else drawer.current?.close()
  }, [isOpen])
  const closeOnLink = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget || (target instanceof Element && target.closest('a') !== null))
      setOpen(false)
  }
  return (
    <>
      <button type="button" aria-label="Menu" onClick={() => setOpen(true)} className={BUTTON}>
        <MenuIcon size={16} strokeWidth={1.5} />
      </button>
      <dialog
        ref={drawer}
        aria-label="Pages"
        onClose={() => setOpen(false)}
        onClickCapture={closeOnLink}
        className="h-dvh max-h-none w-72 max-w-[85vw] overflow-auto bg-nav text-text shadow-float backdrop:bg-scrim"
      >
        {isOpen && (
          <nav aria-label="Main" className="relative flex min-h-full flex-col p-3">
            <button
              type="button"
              aria-label="Close"
              onClick={() => setOpen(false)}
              className={`${BUTTON} absolute top-1 right-1`}
            >
              <X size={16} strokeWidth={1.5} />
            </button>
            {children}
          </nav>
        )}
      </dialog>
    </>
  )
}

const BUTTON =
  'inline-flex size-10 flex-none items-center justify-center rounded-control text-text-2 hover:bg-raised hover:text-text'
