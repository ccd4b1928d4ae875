/** Parses and builds the addresses of the Watch page. */
import { GROUPINGS, type Grouping } from './burn/burners-model'

export type WatchView = {
  readonly home: string | null
  readonly by: Grouping
  /** The incident whose card is open; null for the worst one. */
  readonly incident: string | null
  /** Without controls and navigation, as large as the screen allows. */
  readonly wall: boolean
}

/** An invalid parameter means the default, never an error. */
export function parseWatchView(params: Readonly<Record<string, string | string[] | undefined>>): WatchView {
  const { home, by, incident, wall } = params
  return {
    home: typeof home === 'string' && home !== '' ? home : null,
    by: GROUPINGS.find((grouping) => grouping === by) ?? 'session',
    incident: typeof incident === 'string' && incident !== '' ? incident : null,
    wall: wall === '1',
  }
}

export function watchHref(view: WatchView, change: Partial<WatchView>): string {
  const { home, by, incident, wall } = { ...view, ...change }
  const query = new URLSearchParams()
  if (home !== null) query.set('home', home)
  if (by !== 'session') query.set('by', by)
  if (incident !== null) query.set('incident', incident)
  if (wall) query.set('wall', '1')
  return query.size === 0 ? '/watch' : `/watch?${query}`
}
