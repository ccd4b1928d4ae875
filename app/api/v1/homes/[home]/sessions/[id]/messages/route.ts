import { answerApi, apiError, apiJson } from '@/lib/runtime/api'
import { apiFault, noSuchHome, noSuchSession } from '@/lib/runtime/api-fault'
import { getCollector } from '@/lib/runtime/get-collector'
import { sessionIdIn } from '@/lib/runtime/session-id-in'
import { parseTranscriptParams } from '@/lib/runtime/transcript-params'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const parsed = parseTranscriptParams(new URL(request.url).searchParams)
    if (!parsed.ok) return apiError('bad-input', parsed.fault)
    const id = sessionIdIn(request.url)
    if (id === null) return noSuchSession()
    const input = { id, query: parsed.value }
    const asked = await getCollector().ask((await params).home, 'session-messages', input)
    if (asked === null) return noSuchHome()
    return asked.answer.ok ? apiJson(asked.answer.value) : apiFault(asked.answer.fault)
  })
}
