/** Who waits for another page hears of it here. Told within the transition that ends when the page is there. */
type Listener = (href: string) => void

const listeners = new Set<Listener>()

export function announceNavigation(href: string): void {
  for (const listener of listeners) listener(href)
}

export function onNavigation(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
