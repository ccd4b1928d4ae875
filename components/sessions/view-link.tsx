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

/** A link to another view. With JavaScript it updates the list in place. */
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
