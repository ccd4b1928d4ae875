/** Which page somebody is on the way to, so that its outline can stand in for it. */
import type { PageId } from './nav-items'

type Way = { readonly to: PageId; readonly from: string }

let way: Way | null = null
const listeners = new Set<() => void>()

/** `from` is the path of the page that is still shown. */
export const leaveFor = (to: PageId, from: string): void => set({ to, from })

/** Another path than the one left is an arrival, wherever it is. */
export function arriveAt(path: string): void {
  if (way !== null && way.from !== path) set(null)
}

export const awaitedPage = (): PageId | null => way?.to ?? null

export function onAwaited(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: Way | null): void {
  way = next
  for (const listener of listeners) listener()
}
