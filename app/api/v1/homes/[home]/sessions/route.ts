import type { SessionQuery } from '@/lib/domain/sessions/list/session-query'
import { answerApi, apiError, apiJson } from '@/lib/server/http/api/api'
import { apiFault, noSuchHome } from '@/lib/server/http/api/api-fault'
import { sessionCsv, sessionJson } from '@/lib/server/http/api/session-export'
import { parseSessionParams } from '@/lib/server/http/params/session-params'
import { getCollector } from '@/lib/server/workers/get-collector'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const parsed = parseSessionParams(new URL(request.url).searchParams)
    if (!parsed.ok) return apiError('bad-input', parsed.fault)
    const { query, format, limited } = parsed.value
    const { home } = await params
    if (format === 'picks') return answerPicks(home, query)
    const ask = async (cursor: string | null) => getCollector().query(home, 'sessions', { ...query, cursor })
    const reply = await ask(query.cursor)
    if (reply === null) return noSuchHome()
    if (!reply.answer.ok) return apiFault(reply.answer.fault)
    if (format === 'json') return apiJson(reply.answer.value)
    const first = limited ? { ...reply.answer.value, nextCursor: null } : reply.answer.value
    const next = async (cursor: string) => {
      const following = await ask(cursor)
      return following?.answer.ok ? following.answer.value : null
    }
    return format === 'csv'
      ? exported(sessionCsv(request, first, next), 'text/csv; charset=utf-8', 'sessions.csv')
      : exported(sessionJson(request, first, next), 'application/json', 'sessions.json')
  })
}

const exported = (body: ReadableStream<Uint8Array>, type: string, file: string): Response =>
  new Response(body, {
    headers: {
      'cache-control': 'no-store',
      'content-type': type,
      'content-disposition': `attachment; filename="${file}"`,
    },
  })

async function answerPicks(home: string, query: SessionQuery): Promise<Response> {
  const reply = await getCollector().query(home, 'session-picks', query)
  if (reply === null) return noSuchHome()
  if (!reply.answer.ok) return apiFault(reply.answer.fault)
  return new Response(reply.answer.value, {
    headers: { 'cache-control': 'no-store', 'content-type': 'application/json' },
  })
}
