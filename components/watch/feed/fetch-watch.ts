/**
 * Fetches one state instead of the stream: for a tab that becomes visible again, and while the stream is
 * lost.
 */
import type { WatchHistory, WatchState } from '@/lib/domain/watch/watch-state'
import type { ConnectionState, PublishMessage } from './feed-types'

export const watchApiHref = (homeId: string): string => `/api/v1/homes/${encodeURIComponent(homeId)}/watch`

const FETCH_TIMEOUT_MS = 4_000

type WatchResponse = {
  readonly nowMs: number
  readonly state: WatchState | null
  /** Null while the collector is too busy to answer. */
  readonly history?: WatchHistory | null
}

/** Publishes what it learns. Returns null if the server answered, otherwise the connection state. */
export async function fetchWatch(
  homeId: string,
  withHistory: boolean,
  publish: PublishMessage,
): Promise<ConnectionState | null> {
  const query = withHistory ? '?once=1&history=1' : '?once=1'
  try {
    const response = await fetch(watchApiHref(homeId) + query, {
      cache: 'no-store',
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    })
    if (response.status === 401) return { kind: 'stopped', why: 'signed-out' }
    if (response.status === 404) return { kind: 'stopped', why: 'no-home' }
    if (!response.ok) return { kind: 'asking', answered: false }
    const { nowMs, state, history }: WatchResponse = await response.json()
    publish({ kind: 'offset', offsetMs: nowMs - Date.now() })
    if (history !== undefined && history !== null) publish({ kind: 'history', history })
    if (state !== null) publish({ kind: 'state', state })
    return null
  } catch {
    // No answer at all is one of the cases this handles.
    return { kind: 'asking', answered: false }
  }
}
