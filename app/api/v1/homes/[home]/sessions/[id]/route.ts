import { z } from 'zod'
import { answerApi, apiError, apiJson } from '@/lib/runtime/api'
import { apiFault, noSuchHome, noSuchSession } from '@/lib/runtime/api-fault'
import { getCollector } from '@/lib/runtime/get-collector'
import { parseParams } from '@/lib/runtime/parse-params'
import { sessionIdIn } from '@/lib/runtime/session-id-in'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const parsed = parseParams(new URL(request.url).searchParams, z.strictObject({}))
    if (!parsed.ok) return apiError('bad-input', parsed.fault)
    const id = sessionIdIn(request.url)
    if (id === null) return noSuchSession()
    const asked = await getCollector().ask((await params).home, 'session', { id })
    if (asked === null) return noSuchHome()
    return asked.answer.ok ? apiJson(asked.answer.value) : apiFault(asked.answer.fault)
  })
}
