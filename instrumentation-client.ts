/** Next calls this for every navigation: links, shortcuts and the command palette. */
import { announceNavigation } from './components/shell/navigation-events'

export function onRouterTransitionStart(href: string, kind: 'push' | 'replace' | 'traverse'): void {
  // Back and forward need no loading state: the page is cached.
  if (kind !== 'traverse') announceNavigation(href)
}
