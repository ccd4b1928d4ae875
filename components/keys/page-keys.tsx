'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { NAV_GROUPS, pageHref } from '@/components/shell/nav/nav-items'
import { focusFilter, moveRow, tickRow } from './row-focus'

type Props = { homeId: string; onPalette: () => void; onHelp: () => void }

/** How long `g` waits for its letter. */
const LEADER_MS = 1_200

/** When `g` was pressed. Not a ref: every page mounts this component anew, maybe between `g` and its letter. */
let leaderAt = Number.NEGATIVE_INFINITY

/** The shortcuts that work on every page. A page that handles a key itself calls preventDefault. */
export function PageKeys({ homeId, onPalette, onHelp }: Props) {
  const router = useRouter()

  useEffect(() => {
    const plain: Readonly<Record<string, () => boolean>> = {
      '/': () => focusFilter() || runAndHandle(onPalette),
      '?': () => runAndHandle(onHelp),
      j: () => moveRow(1),
      k: () => moveRow(-1),
      x: tickRow,
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)) {
        event.preventDefault()
        return onPalette()
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
      const isAfterLeader = event.timeStamp - leaderAt < LEADER_MS
      leaderAt = event.key === 'g' && !isAfterLeader ? event.timeStamp : Number.NEGATIVE_INFINITY
      const path = isAfterLeader ? pathOfLetter(event.key) : null
      if (path !== null) {
        event.preventDefault()
        return router.push(pageHref(path, homeId))
      }
      if (plain[event.key]?.() === true) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    // Tells the end-to-end tests that shortcuts work now.
    document.documentElement.dataset.keys = 'ready'
    return () => window.removeEventListener('keydown', onKey)
  }, [homeId, onPalette, onHelp, router])

  return null
}

function pathOfLetter(letter: string): string | null {
  for (const { items } of NAV_GROUPS) for (const item of items) if (item.key === letter) return item.path
  return null
}

/** Ignores keys while typing, and inside dialogs and menus, which have their own. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (
    target.isContentEditable ||
    target.closest('dialog, [role=dialog], [role=menu], [role=listbox]') !== null
  )
    return true
  const isBox = target instanceof HTMLInputElement && ['checkbox', 'radio', 'button'].includes(target.type)
  return !isBox && target.matches('input, textarea, select')
}

function runAndHandle(act: () => void): true {
  act()
  return true
}
