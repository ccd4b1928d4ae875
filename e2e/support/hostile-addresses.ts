/** Hostile URLs for every route. Each parameter in turn, or all at once, points elsewhere. */
import fc from 'fast-check'
import { type AppRoute, listRoutes } from './route-list.ts'

export type HostileCall = { readonly method: string; readonly path: string; readonly body: string | null }

/** The parameters each route reads. The spec fails for a route that is missing here. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/': ['home', 'range', 'age'],
  '/checkpoints': ['home', 'q', 'state', 'cursor'],
  '/cleanup': ['home', 'from', 'with', 'message'],
  '/cleanup/[planId]': ['reason', 'q', 'kind'],
  '/cron': ['home', 'sort', 'open'],
  '/database': ['home', 'sort'],
  '/gateway': ['home', 'state', 'q', 'cursor'],
  '/history': ['home', 'audit'],
  '/history/[receiptId]': ['outcome', 'cursor'],
  '/sessions': ['home', 'q', 'cursor', 'open', 'group', 'view'],
  '/sessions/[id]': ['home', 'cursor', 'from'],
  '/sign-in': ['code', 'message'],
  '/storage': ['home', 'at'],
  '/tokens': ['home', 'range', 'by', 'count'],
  '/watch': ['home', 'incident', 'wall'],
  '/watch/incidents': ['home', 'cursor'],
  '/watch/incidents/[id]': ['message'],
  '/watch/limits': ['home', 'message'],
  '/api/health': [],
  '/metrics': [],
  '/api/v1/[...path]': [],
  '/api/v1/homes': [],
  '/api/v1/homes/[home]/checkpoints': ['q', 'cursor', 'sort'],
  '/api/v1/homes/[home]/cron': ['sort', 'order', 'format'],
  '/api/v1/homes/[home]/database': ['format'],
  '/api/v1/homes/[home]/gateway': ['platform', 'cursor', 'state'],
  '/api/v1/homes/[home]/incidents': ['state', 'cursor', 'limit'],
  '/api/v1/homes/[home]/overview': ['format'],
  '/api/v1/homes/[home]/plans': ['steps', 'disposition'],
  '/api/v1/homes/[home]/retry': ['force'],
  '/api/v1/homes/[home]/sessions': ['q', 'cursor', 'sort', 'source'],
  '/api/v1/homes/[home]/sessions/[id]': ['format'],
  '/api/v1/homes/[home]/sessions/[id]/messages': ['cursor', 'from', 'limit'],
  '/api/v1/homes/[home]/storage': ['path'],
  '/api/v1/homes/[home]/tokens': ['days', 'by', 'format'],
  '/api/v1/homes/[home]/trash/purge': ['consent'],
  // Without an invalid parameter it would be an endless stream.
  '/api/v1/homes/[home]/watch': ['once', 'history'],
  '/api/v1/incidents/[id]': [],
  '/api/v1/incidents/[id]/acknowledge': ['note'],
  '/api/v1/plans/[id]': [],
  '/api/v1/plans/[id]/approve': ['digest', 'except', 'consent'],
  '/api/v1/plans/[id]/items': ['cursor', 'reason', 'q'],
  '/api/v1/receipts/[id]': ['cursor', 'outcome', 'format'],
  '/api/v1/receipts/[id]/purge': ['consent'],
  '/api/v1/receipts/[id]/restore': ['force'],
  '/api/v1/receipts/[id]/stop': ['force'],
}

/** URLs that match no route. */
const ELSEWHERE = ['/_next/static/[x]', '/_next/image?url=[x]', '/api/[x]', '/[x]']

export const unlisted = (): string[] => {
  const paths = listRoutes().map(({ path }) => path)
  const known = Object.keys(QUERIES)
  return [
    ...paths.filter((path) => !known.includes(path)),
    ...known.filter((path) => !paths.includes(path)).map((path) => `${path} is gone`),
  ]
}

const WORDS =
  '.. . %2e%2e %2E%2e ..%2f %2f %5c ..\\ %00 %0a %c0%ae ....// ~ * etc passwd .env auth.json state.db config.yaml file: __proto__ constructor % %zz %F0%9F%92%A9 ; //'
const piece = fc.oneof(
  fc.constantFrom(...WORDS.split(' ')),
  fc.string({ maxLength: 12 }).map(encodeURIComponent),
)
const hostile = fc.array(piece, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('/'))

/** Half of the time the home exists, so that the rest of the URL is reached. */
const fill = (path: string, bad: string, isHomeGood: boolean): string =>
  path.replace(/\[(\.{3})?(\w+)\]/g, (_, __, name) => (name === 'home' && isHomeGood ? 'main' : bad))

function callOf(route: AppRoute, method: string, bad: string, isHomeGood: boolean): HostileCall {
  const names = QUERIES[route.path] ?? []
  const path = fill(route.path, bad, isHomeGood)
  if (method !== 'GET')
    return { method, path, body: JSON.stringify(Object.fromEntries(names.map((n) => [n, bad]))) }
  const query = names.map((name) => `${name}=${bad}`)
  return { method, path: query.length === 0 ? path : `${path}?${query.join('&')}`, body: null }
}

const callsOf = (kind: AppRoute['kind']) =>
  fc.tuple(
    fc.constantFrom(
      ...listRoutes()
        .filter((route) => route.kind === kind)
        .flatMap((route) => route.methods.map((method) => ({ route, method }))),
    ),
    hostile,
    fc.boolean(),
  )

/** A page costs ten times as much as an API call and passes its parameters to the same queries. */
export const hostileCalls = fc.oneof(
  {
    weight: 10,
    arbitrary: callsOf('call').map(([{ route, method }, bad, good]) => callOf(route, method, bad, good)),
  },
  {
    weight: 2,
    arbitrary: callsOf('page').map(([{ route, method }, bad, good]) => callOf(route, method, bad, good)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...ELSEWHERE), hostile)
      .map(([path, bad]): HostileCall => ({ method: 'GET', path: fill(path, bad, false), body: null })),
  },
)
