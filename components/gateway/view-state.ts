/** Parses and builds the addresses of the gateway page. */
import type { RouteState } from '@/lib/domain/gateway/gateway'
import { type GatewayQuery, ROUTE_SORTS } from '@/lib/domain/gateway/gateway-report'
import { RESTART_OUTCOMES } from '@/lib/domain/gateway/gateway-restart'

export type RouteSort = (typeof ROUTE_SORTS)[number]

export type GatewayState = Omit<GatewayQuery, 'limit'> & { readonly home: string | null }

export const ROUTE_STATES: readonly RouteState[] = ['live', 'expired', 'dangling']
export const ROUTES_PER_PAGE = 200

const MAX_TEXT_LENGTH = 200

const defaultOrder = (sort: RouteSort): 'asc' | 'desc' => (sort === 'updatedAt' ? 'desc' : 'asc')

/** An invalid parameter means the default, never an error. */
export function parseGatewayState(
  params: Readonly<Record<string, string | string[] | undefined>>,
): GatewayState {
  const text = (key: string): string | null => {
    const value = params[key]
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, MAX_TEXT_LENGTH) : null
  }
  const sort = ROUTE_SORTS.find((each) => each === params.sort) ?? 'updatedAt'
  return {
    home: text('home'),
    state: ROUTE_STATES.find((each) => each === params.state) ?? null,
    platform: text('platform'),
    onRestart: RESTART_OUTCOMES.find((each) => each === params.onRestart) ?? null,
    q: text('q'),
    sort,
    order: params.order === 'asc' || params.order === 'desc' ? params.order : defaultOrder(sort),
    // Longer than any other text: it contains the key of the last row.
    cursor: typeof params.cursor === 'string' && params.cursor !== '' ? params.cursor : null,
  }
}

/** A cursor belongs to one filter and order, so any change drops it. */
export const gatewayHref = (state: GatewayState, change: Partial<GatewayState>): string =>
  hrefWith('/gateway', { ...state, cursor: null, ...change }, true)

const routeSortHref = (state: GatewayState, sort: RouteSort): string =>
  gatewayHref(state, {
    sort,
    order: state.sort === sort ? (state.order === 'asc' ? 'desc' : 'asc') : defaultOrder(sort),
  })

/** The sortable columns in reading order. */
export const ROUTE_COLUMNS = [
  { label: 'Chat', sort: 'key' },
  { label: 'Platform', sort: 'platform' },
  { label: 'State', sort: 'state' },
  { label: 'Last used', sort: 'updatedAt' },
  { label: 'Session', sort: 'sessionId' },
] as const satisfies readonly { label: string; sort: RouteSort }[]

/** What a column header, or the sort menu on a phone, needs. */
export const routeOrder = (state: GatewayState, sort: RouteSort) => ({
  href: routeSortHref(state, sort),
  sorted: state.sort === sort ? state.order : null,
})

/** The API address for everything that matches, not only this page. */
export const gatewayApiHref = (state: GatewayState, homeId: string): string =>
  hrefWith(`/api/v1/homes/${encodeURIComponent(homeId)}/gateway`, { ...state, cursor: null }, false)

/** The other parameters of the search form, as hidden fields. */
export const hiddenFields = (state: GatewayState): [string, string][] => [
  ...new URL(gatewayHref({ ...state, q: null }, {}), 'http://here').searchParams,
]

function hrefWith(path: string, state: GatewayState, withHome: boolean): string {
  const { home, state: routeState, platform, onRestart, q, sort, order, cursor } = state
  const query = new URLSearchParams()
  const setIfPresent = (key: string, value: string | null) => value !== null && query.set(key, value)
  setIfPresent('home', withHome ? home : null)
  setIfPresent('state', routeState)
  setIfPresent('platform', platform)
  setIfPresent('onRestart', onRestart)
  setIfPresent('q', q)
  setIfPresent('sort', sort === 'updatedAt' && order === 'desc' ? null : sort)
  setIfPresent('order', order === defaultOrder(sort) ? null : order)
  setIfPresent('cursor', cursor)
  return query.size === 0 ? path : `${path}?${query}`
}
