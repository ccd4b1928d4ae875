/** What the listing finds, in a sentence with its numbers. */

import { filterChips } from '@/components/sessions/filters/words'
import type { SessionsView } from '@/components/sessions/view-state'
import type { SessionPage } from '@/lib/domain/sessions/list/session-query'
import { formatBytes, formatCount, formatPlural } from '@/lib/shared/numbers'

type Headline = { readonly title: string; readonly subtitle: string }

export function sessionsHeadline(page: SessionPage, total: number, view: SessionsView): Headline {
  return { title: titleOf(page, total, view), subtitle: subtitleOf(page) }
}

function titleOf(page: SessionPage, total: number, view: SessionsView): string {
  const noun = view.view === 'rows' ? 'session' : 'conversation'
  if (hasFilters(view)) return `${formatCount(total)} of ${formatPlural(page.of, noun)} match`
  const what =
    view.group === 'all'
      ? formatPlural(total, noun)
      : view.group === 'people'
        ? `${formatPlural(total, noun)} with people`
        : formatPlural(total, `${noun} of automation`, `${noun}s of automation`)
  const open = (['live', 'leaked'] as const).flatMap((state) => {
    const count = page.facets?.state.values.find(({ value }) => value === state)?.count ?? 0
    return count === 0 ? [] : [`${formatCount(count)} ${state}`]
  })
  return open.length === 0 ? what : `${what}, ${open.join(', ')}`
}

const hasFilters = (view: SessionsView): boolean => view.q !== '' || filterChips(view, null).length > 0

function subtitleOf({ totals }: SessionPage): string {
  const bytes = totals.bytes === null ? 'unknown bytes' : formatBytes(totals.bytes)
  const inDatabase = totals.messageBytes === null ? 'unknown' : formatBytes(totals.messageBytes)
  const kept = totals.protected === 0 ? 'none protected' : `${formatCount(totals.protected)} protected`
  return `${bytes} in files on disk, ${inDatabase} of messages in state.db, ${kept}.`
}

/** How many of each kind the other filters leave. */
export function groupCounts(page: SessionPage): { people: number; automation: number; all: number } {
  const count = (group: string) => page.facets?.group.values.find(({ value }) => value === group)?.count ?? 0
  return {
    people: count('people'),
    automation: count('automation'),
    all: count('people') + count('automation'),
  }
}
