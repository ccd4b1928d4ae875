/**
 * Parses and builds the addresses of the session list. An invalid parameter means the default, never an
 * error.
 */
import { SORT_KEYS, type SortKey } from '@/lib/domain/sessions/list/session-columns'
import { fromUtcDay } from '@/lib/shared/time'
import { parseAmount } from './filters/parse-amount'

const VALUE_FILTER_KEYS = ['source', 'state', 'job', 'model', 'endReason'] as const
export type ValueFilterKey = (typeof VALUE_FILTER_KEYS)[number]

const FLAG_KEYS = ['pinned', 'shelved', 'protected'] as const
export type FlagKey = (typeof FLAG_KEYS)[number]

const RANGES = [
  'Messages',
  'ToolCalls',
  'Tokens',
  'CostUsd',
  'TotalBytes',
  'Bytes',
  'MessageBytes',
  'IdleHours',
] as const
export type RangeName = (typeof RANGES)[number]
export type AmountKey = `min${RangeName}` | `max${RangeName}`

export type SessionsView = {
  readonly home: string | null
  /** The session in the drawer. */
  readonly open: string | null
  readonly q: string
  readonly group: 'people' | 'automation' | 'all'
  readonly view: 'conversations' | 'rows'
  readonly sort: SortKey
  readonly order: 'asc' | 'desc'
  readonly facets: Readonly<Record<ValueFilterKey, readonly string[]>>
  readonly amounts: Readonly<Partial<Record<AmountKey, number>>>
  /** UTC days, both included. */
  readonly started: { readonly from: string | null; readonly to: string | null }
  readonly flags: Readonly<Partial<Record<FlagKey, boolean>>>
}

const MAX_VALUES = 50
const MAX_SEARCH_LENGTH = 200
const STATES: readonly string[] = ['live', 'leaked', 'ended']

export function parseSessionsView(params: URLSearchParams): SessionsView {
  const one = <T extends string>(key: string, allowed: readonly T[], otherwise: T): T =>
    allowed.find((value) => value === params.get(key)) ?? otherwise
  const list = (key: ValueFilterKey): readonly string[] =>
    [...new Set(params.getAll(key))]
      .filter((value) => value.length <= 500 && (key !== 'state' || STATES.includes(value)))
      .slice(0, MAX_VALUES)
  const day = (key: string): string | null => {
    const text = params.get(key) ?? ''
    return fromUtcDay(text) === null ? null : text
  }
  return {
    home: params.get('home') || null,
    open: params.get('open') || null,
    q: (params.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH),
    group: one('group', ['people', 'automation', 'all'], 'people'),
    view: one('view', ['conversations', 'rows'], 'conversations'),
    sort: one('sort', SORT_KEYS, 'lastActiveAt'),
    order: one('order', ['asc', 'desc'], 'desc'),
    facets: {
      source: list('source'),
      state: list('state'),
      job: list('job'),
      model: list('model'),
      endReason: list('endReason'),
    },
    amounts: Object.fromEntries(
      AMOUNT_KEYS.flatMap((key) => {
        const amount = parseAmount(params.get(key) ?? '')
        return amount === null ? [] : [[key, amount]]
      }),
    ),
    started: { from: day('startedFrom'), to: day('startedTo') },
    flags: Object.fromEntries(
      FLAG_KEYS.flatMap((key) => {
        const text = params.get(key)
        return text === 'true' || text === 'false' ? [[key, text === 'true']] : []
      }),
    ),
  }
}

const AMOUNT_KEYS: readonly AmountKey[] = RANGES.flatMap((name) => [`min${name}`, `max${name}`] as const)

/** The view as API parameters. */
export function listingParams(view: SessionsView): URLSearchParams {
  const query = filterParams(view)
  if (view.group !== 'all') query.set('group', view.group)
  if (view.view === 'conversations') query.set('view', view.view)
  return query
}

/** The page's address without default values. */
export function sessionsHref(view: SessionsView, change: Partial<SessionsView> = {}): string {
  const next = { ...view, ...change }
  const query = new URLSearchParams()
  if (next.home !== null) query.set('home', next.home)
  for (const [key, value] of filterParams(next)) query.append(key, value)
  if (next.group !== 'people') query.set('group', next.group)
  if (next.view !== 'conversations') query.set('view', next.view)
  if (next.open !== null) query.set('open', next.open)
  return query.size === 0 ? '/sessions' : `/sessions?${query}`
}

function filterParams({ q, sort, order, facets, amounts, started, flags }: SessionsView): URLSearchParams {
  const query = new URLSearchParams()
  if (q !== '') query.set('q', q)
  for (const key of VALUE_FILTER_KEYS) for (const value of facets[key]) query.append(key, value)
  for (const key of AMOUNT_KEYS) {
    const amount = amounts[key]
    if (amount !== undefined) query.set(key, String(amount))
  }
  if (started.from !== null) query.set('startedFrom', started.from)
  if (started.to !== null) query.set('startedTo', started.to)
  for (const key of FLAG_KEYS) {
    const flag = flags[key]
    if (flag !== undefined) query.set(key, String(flag))
  }
  if (sort !== 'lastActiveAt') query.set('sort', sort)
  if (order !== 'desc') query.set('order', order)
  return query
}

/** Views with the same parameters list the same sessions, whichever one is open in the drawer. */
export const listingKey = (view: SessionsView): string => listingParams(view).toString()

export const apiHref = (homeId: string, view: SessionsView): string =>
  `/api/v1/homes/${encodeURIComponent(homeId)}/sessions?${listingParams(view)}`

/** `list` has the parameters of the list to go back to. */
export function sessionHref(id: string, homeId: string | null, list = ''): string {
  const query = new URLSearchParams()
  if (homeId !== null) query.set('home', homeId)
  if (list !== '') query.set('list', list)
  return `/sessions/${encodeURIComponent(id)}${query.size === 0 ? '' : `?${query}`}`
}

/** The view without home and drawer, as a query string; empty for the default view. */
export const listOf = (view: SessionsView): string =>
  sessionsHref({ ...view, home: null, open: null }).replace(/^\/sessions\??/, '')

/** Back to that list. It is parsed like any address, so it cannot lead elsewhere. */
export const listHref = (list: string, homeId: string): string =>
  sessionsHref({ ...parseSessionsView(new URLSearchParams(list)), home: homeId, open: null })

/** All sessions that started on these days, as tokens are assigned to days. */
export const startedHref = (
  homeId: string,
  from: string,
  to: string,
  of: readonly (readonly [string, string])[] = [],
): string =>
  `/sessions?${new URLSearchParams([['home', homeId], ...of.map((pair) => [...pair]), ['startedFrom', from], ['startedTo', to], ['group', 'all'], ['view', 'rows']])}`

/** All runs of a job, each as its own row. */
export const jobHref = (job: string, homeId: string): string =>
  `/sessions?${new URLSearchParams({ home: homeId, job, group: 'all', view: 'rows' })}`
