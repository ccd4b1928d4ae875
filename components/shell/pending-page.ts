/** What to show while a page is loading, from its address alone. */
import { type PageId, pageLabel, pageOfPath } from './nav/nav-items'

export type PendingPage = {
  /** As in "Opening …". */
  readonly name: string
  /** Mostly one long table, or cards. */
  readonly shape: 'table' | 'cards'
}

const TABLE_PAGES: readonly PageId[] = ['sessions', 'checkpoints', 'gateway', 'cron', 'history']

/** Detail pages, and pages that are not in the navigation. */
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
 * Null if only the view of the same page changes (a filter, an order, a range); then the page stays. Another
 * home or folder is another page.
 */
export function pendingPage(from: URL, to: URL, homeId: string): PendingPage | null {
  const isSame =
    from.pathname === to.pathname &&
    isSameHome(from, to, homeId) &&
    (to.pathname !== '/storage' || from.searchParams.get('at') === to.searchParams.get('at'))
  return isSame ? null : pageAt(to.pathname)
}

/** An address without a home means the first home. */
function isSameHome(from: URL, to: URL, shown: string): boolean {
  const named = to.searchParams.get('home')
  return named === null ? from.searchParams.get('home') === null : named === shown
}

/** Null if the path is not a dashboard page. */
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
