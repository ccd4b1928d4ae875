'use client'

import type { MouseEvent, ReactNode } from 'react'
import type { Go } from './table/use-listing'
import { type SessionsView, sessionsHref } from './view-state'

type Props = {
  view: SessionsView
  go: Go
  className?: string
  current?: boolean | undefined
  label?: string | undefined
  children: ReactNode
}

/** A choice that lives in the address. It is a link like any other; with a script it changes only what must change. */
export function ViewLink({ view, go, className, current, label, children }: Props) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    go(view)
  }
  return (
    <a
      href={sessionsHref(view)}
      onClick={follow}
      aria-current={current ? 'true' : undefined}
      aria-label={label}
      className={className}
    >
      {children}
    </a>
  )
}
