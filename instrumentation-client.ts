/** Next tells here of every way to another page, whatever was pressed: a link, a key, a choice of the palette. */
import { announceNavigation } from './components/shell/navigation-events'

export function onRouterTransitionStart(href: string, kind: 'push' | 'replace' | 'traverse'): void {
  // Back and forward are the browser's: it shows the page it remembers.
  if (kind !== 'traverse') announceNavigation(href)
}
