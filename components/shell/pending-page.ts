/** What stands in for a page that is on its way, by its address alone. */
import { type PageId, pageLabel, pageOfPath } from './nav/nav-items'

export type PendingPage = {
  /** As it is said: “Opening …”. */
  readonly name: string
  /** Mostly one long table, or cards. */
  readonly shape: 'table' | 'cards'
}

const TABLE_PAGES: readonly PageId[] = ['sessions', 'checkpoints', 'gateway', 'cron', 'history']

/** Pages of one thing, and those without a place in the list. */
const DETAIL_PAGES: Readonly<Record<string, string>> = {
  '/sessions/': 'a session',
  '/history/': 'a receipt',
  '/cleanup/': 'a plan',
  '/watch/incidents/': 'an incident',
}
const UNLISTED_PAGES: Readonly<Record<string, PendingPage>> = {
  '/watch/incidents': { name: 'Incidents', shape: 'table' },
  '/watch/limits': { name: 'Limits', shape: 'table' },
}

/**
 * Null where the way leads to the same page seen another way, which stays while it changes: a filter, an order, a
 * range. Another home and another folder are other pages.
 */
export function pendingPage(from: URL, to: URL, homeId: string): PendingPage | null {
  const isSame =
    from.pathname === to.pathname &&
    isSameHome(from, to, homeId) &&
    (to.pathname !== '/storage' || from.searchParams.get('at') === to.searchParams.get('at'))
  return isSame ? null : pageAt(to.pathname)
}

/** An address without a home means the first one, so only whoever named none stays there. */
function isSameHome(from: URL, to: URL, shown: string): boolean {
  const named = to.searchParams.get('home')
  return named === null ? from.searchParams.get('home') === null : named === shown
}

/** Null where no page of the dashboard is. */
export function pageAt(path: string): PendingPage | null {
  const unlisted = UNLISTED_PAGES[path]
  if (unlisted !== undefined) return unlisted
  for (const [start, name] of Object.entries(DETAIL_PAGES))
    if (path.startsWith(start)) return { name, shape: 'cards' }
  const page = pageOfPath(path)
  return page === null
    ? null
    : { name: pageLabel(page), shape: TABLE_PAGES.includes(page) ? 'table' : 'cards' }
}
