'use client'

import MenuIcon from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import * as Dialog from 'radix-ui/dialog'
import { type ReactNode, useState } from 'react'

/** On a phone the pages wait behind a button. Following a link closes it. */
export function NavDrawer({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger aria-label="Menu" className={BUTTON}>
        <MenuIcon size={16} strokeWidth={1.5} />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-20 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-20 flex w-72 max-w-[85vw] flex-col overflow-auto bg-nav p-3 shadow-float"
        >
          <Dialog.Title className="sr-only">Pages</Dialog.Title>
          <Dialog.Close aria-label="Close" className={`${BUTTON} absolute top-1 right-1`}>
            <X size={16} strokeWidth={1.5} />
          </Dialog.Close>
          <nav
            aria-label="Main"
            className="flex flex-1 flex-col"
            onClickCapture={closeOnLink(() => setOpen(false))}
          >
            {children}
          </nav>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const BUTTON =
  'inline-flex size-10 flex-none items-center justify-center rounded-control text-text-2 hover:bg-raised hover:text-text'

const closeOnLink = (close: () => void) => (event: { target: EventTarget }) => {
  if (event.target instanceof Element && event.target.closest('a') !== null) close()
}
