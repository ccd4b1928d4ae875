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
    const ask = async (cursor: string | null) => getCollector().ask(home, 'sessions', { ...query, cursor })
    const asked = await ask(query.cursor)
    if (asked === null) return noSuchHome()
    if (!asked.answer.ok) return apiFault(asked.answer.fault)
    if (format === 'json') return apiJson(asked.answer.value)
    const first = limited ? { ...asked.answer.value, nextCursor: null } : asked.answer.value
    const next = async (cursor: string) => {
      const following = await ask(cursor)
      return following?.answer.ok ? following.answer.value : null
    }
    return format === 'csv'
      ? exported(sessionCsv(first, next), 'text/csv; charset=utf-8', 'sessions.csv')
      : exported(sessionJson(first, next), 'application/json', 'sessions.json')
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
  const asked = await getCollector().ask(home, 'session-picks', query)
  if (asked === null) return noSuchHome()
  if (!asked.answer.ok) return apiFault(asked.answer.fault)
  return new Response(asked.answer.value, {
    headers: { 'cache-control': 'no-store', 'content-type': 'application/json' },
  })
}
