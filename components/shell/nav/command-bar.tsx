'use client'

import Search from 'lucide-react/icons/search'
import dynamic from 'next/dynamic'
import { useCallback, useState } from 'react'
import { Keys } from '@/components/keys/keys'
import { PageKeys } from '@/components/keys/page-keys'
import { SEARCH_LABEL } from '@/components/shell/words'
import type { HomeRef } from '@/lib/domain/home/home'
import type { FetchReceipts } from './use-receipts'

export type PreparedFinding = { readonly code: string; readonly title: string }

/** What the palette may ask of the server. None of it changes a home. */
export type PaletteActions = {
  readonly countAgain: (input: { home: string }) => Promise<unknown>
  readonly recentReceipts: FetchReceipts
  readonly startFinding: (form: FormData) => Promise<void>
}

type Props = {
  homes: readonly HomeRef[]
  home: HomeRef
  findings: readonly PreparedFinding[]
  actions: PaletteActions
}

// Both load on demand.
const Palette = dynamic(() => import('./palette'), { ssr: false })
const KeyHelp = dynamic(() => import('@/components/keys/key-help').then(({ KeyHelp }) => KeyHelp), {
  ssr: false,
})

/** The command palette and the shortcuts of every page. */
export function CommandBar({ homes, home, findings, actions }: Props) {
  const [open, setOpen] = useState<'palette' | 'help' | null>(null)
  const openPalette = useCallback(() => setOpen('palette'), [])
  const openHelp = useCallback(() => setOpen('help'), [])
  return (
    <>
      <PageKeys homeId={home.id} onPalette={openPalette} onHelp={openHelp} />
      <button
        type="button"
        onClick={openPalette}
        aria-label={SEARCH_LABEL}
        className="ml-auto inline-flex size-10 flex-none items-center justify-center gap-2 rounded-control text-text-2 hover:text-text md:h-8 md:w-44 lg:w-72 md:justify-start md:border md:border-line md:bg-inset md:px-2.5 md:hover:border-line-strong"
      >
        <Search size={16} strokeWidth={1.5} aria-hidden />
        <span className="hidden flex-1 truncate text-left md:block">{SEARCH_LABEL}</span>
        <span className="hidden md:block">
          <Keys keys={['Ctrl', 'K']} />
        </span>
      </button>
      {open === 'palette' && (
        <Palette
          homes={homes}
          home={home}
          isOpen
          onOpenChange={(isOpen) => setOpen(isOpen ? 'palette' : null)}
          findings={findings}
          actions={actions}
          onHelp={() => setTimeout(openHelp)}
        />
      )}
      {open === 'help' && <KeyHelp isOpen onOpenChange={(isOpen) => setOpen(isOpen ? 'help' : null)} />}
    </>
  )
}
