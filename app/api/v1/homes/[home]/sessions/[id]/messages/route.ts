import { answerApi, apiError, apiJson } from '@/lib/server/http/api/api'
import { apiFault, noSuchHome, noSuchSession } from '@/lib/server/http/api/api-fault'
import { sessionIdIn } from '@/lib/server/http/params/session-id-in'
import { parseTranscriptParams } from '@/lib/server/http/params/transcript-params'
import { getCollector } from '@/lib/server/workers/get-collector'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const parsed = parseTranscriptParams(new URL(request.url).searchParams)
    if (!parsed.ok) return apiError('bad-input', parsed.fault)
    const id = sessionIdIn(request.url)
    if (id === null) return noSuchSession()
    const input = { id, query: parsed.value }
    const reply = await getCollector().query((await params).home, 'session-messages', input)
    if (reply === null) return noSuchHome()
    return reply.answer.ok ? apiJson(reply.answer.value) : apiFault(reply.answer.fault)
  })
}
