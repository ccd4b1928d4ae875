import { z } from 'zod'
import { answerApi, apiError, apiJson } from '@/lib/server/http/api/api'
import { noSuchHome } from '@/lib/server/http/api/api-fault'
import { openWatchStream } from '@/lib/server/http/api/watch-stream'
import { readQuery } from '@/lib/server/http/params/read-query'
import { getWatchHub } from '@/lib/server/workers/get-watch-hub'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

const Query = z.strictObject({
  /** Returns the newest state as JSON instead of a stream. */
  once: z.literal('1').optional(),
  /** Also returns the last hour. Only with JSON. */
  history: z.literal('1').optional(),
})

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const query = readQuery(request, Query)
    if (!query.ok) return query.fault
    const { home } = await params
    const hub = getWatchHub()
    const opened = await hub.open(home)
    if (opened === null) return noSuchHome()
    if (query.value.once === '1' || wantsJson(request)) {
      const state = hub.latest(home) ?? opened.state
      const answer = { nowMs: Date.now(), streams: hub.watching, state }
      return apiJson(query.value.history === '1' ? { ...answer, history: opened.history } : answer)
    }
    if (request.method === 'HEAD') return new Response(null, { headers: STREAM })
    const stream = openWatchStream(hub, home, opened, { signal: request.signal })
    if (stream === null)
      return apiError('unavailable', 'As many boards are open as this server holds. Ask with ?once=1.')
    return new Response(stream, { headers: STREAM })
  })
}

/** Tells proxies not to compress or buffer the stream, which would delay its events. */
const STREAM = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** Only if JSON is named explicitly: an EventSource asks for its own type and a plain fetch for any. */
const wantsJson = (request: Request): boolean =>
  (request.headers.get('accept') ?? '').split(',').some((type) => type.trim().startsWith('application/json'))
