/** Announces that a page is loading. Called inside the transition that ends when the page is shown. */
type Listener = (href: string) => void

const listeners = new Set<Listener>()

export function announceNavigation(href: string): void {
  for (const listener of listeners) listener(href)
}

export function onNavigation(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
