'use client'

import X from 'lucide-react/icons/x'
import * as Dialog from 'radix-ui/dialog'
import { Keys } from './keys'
import { KEY_LIST } from './words'

type Props = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

export function KeyHelp({ isOpen, onOpenChange }: Props) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-1/2 left-1/2 z-30 max-h-[85dvh] w-120 max-w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 overflow-auto rounded-dialog bg-surface p-4 shadow-float"
        >
          <Dialog.Title className="text-dialog font-strong">Keys</Dialog.Title>
          <Dialog.Close
            aria-label="Close"
            className="absolute top-2 right-2 inline-flex size-10 items-center justify-center rounded-control text-text-2 hover:bg-raised hover:text-text"
          >
            <X size={16} strokeWidth={1.5} />
          </Dialog.Close>
          <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
            {KEY_LIST.map(({ keys, does }) => (
              <div key={does} className="contents">
                <dt>
                  <Keys keys={keys} />
                </dt>
                <dd className="text-text-2">{does}</dd>
              </div>
            ))}
          </dl>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
