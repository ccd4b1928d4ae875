'use client'

import Search from 'lucide-react/icons/search'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import type { Go } from '@/components/sessions/table/use-listing'
import { type SessionsView, sessionsHref } from '@/components/sessions/view-state'
import { SEARCH_SESSIONS, searchPlaceholder } from './words'

type Props = { view: SessionsView; of: number; go: Go }

/** Typing is debounced, so that not every key starts a request. */
const DEBOUNCE_MS = 120

export function SearchBox({ view, of, go }: Props) {
  const [text, setText] = useState(view.q)
  const debounce = useRef<ReturnType<typeof setTimeout> | null>(null)
  // Changed from outside, by going back or by a link.
  useEffect(() => {
    if (debounce.current === null) setText(view.q)
  }, [view.q])

  const search = (q: string) => {
    debounce.current = null
    go((now) => ({ ...now, q }), 'replace')
  }
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setText(target.value)
    if (debounce.current !== null) clearTimeout(debounce.current)
    debounce.current = setTimeout(() => search(target.value), DEBOUNCE_MS)
  }
  return (
    <search className="search-box">
      <form action="/sessions" className="flex min-w-0 flex-1 items-center gap-2">
        {hiddenParams(view).map(([key, value]) => (
          <input key={`${key} ${value}`} type="hidden" name={key} value={value} />
        ))}
        <Search size={14} strokeWidth={1.5} aria-hidden className="flex-none text-text-2" />
        <input
          type="search"
          name="q"
          value={text}
          onChange={type}
          maxLength={200}
          data-filter
          autoComplete="off"
          spellCheck={false}
          aria-label={SEARCH_SESSIONS}
          placeholder={searchPlaceholder(of)}
          className="min-w-0 flex-1 bg-transparent outline-none placeholder:text-text-3"
        />
      </form>
    </search>
  )
}

/** All other parameters, for a browser that submits the form without JavaScript. */
const hiddenParams = (view: SessionsView): [string, string][] => [
  ...new URLSearchParams(sessionsHref(view, { q: '', open: null }).split('?')[1]),
]
