/** One answer instead of a stream: for a tab that comes back, and for as long as the stream is lost. */
import type { WatchHistory, WatchState } from '@/lib/domain/watch/watch-state'
import type { Link, Say } from './feed-types'

export const watchAddress = (homeId: string): string => `/api/v1/homes/${encodeURIComponent(homeId)}/watch`

const PATIENCE_MS = 4_000

type Answer = {
  readonly nowMs: number
  readonly state: WatchState | null
  /** Null while the collector is too busy to tell it. */
  readonly history?: WatchHistory | null
}

/** Says what it learns. Null: answered; else what to make of the silence. */
export async function askWatch(homeId: string, withHistory: boolean, say: Say): Promise<Link | null> {
  const query = withHistory ? '?once=1&history=1' : '?once=1'
  try {
    const response = await fetch(watchAddress(homeId) + query, {
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (response.status === 401) return { kind: 'stopped', why: 'signed-out' }
    if (response.status === 404) return { kind: 'stopped', why: 'no-home' }
    if (!response.ok) return { kind: 'asking', answered: false }
    const { nowMs, state, history }: Answer = await response.json()
    say({ kind: 'offset', offsetMs: nowMs - Date.now() })
    if (history !== undefined && history !== null) say({ kind: 'history', history })
    if (state !== null) say({ kind: 'state', state })
    return null
  } catch {
    // No answer at all is one of the answers this exists for.
    return { kind: 'asking', answered: false }
  }
}
