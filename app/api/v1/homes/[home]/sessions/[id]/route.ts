import { z } from 'zod'
import type { SessionDetail } from '@/lib/domain/sessions/session-detail'
import { answerApi, apiError, apiJson } from '@/lib/server/http/api/api'
import { apiCsv } from '@/lib/server/http/api/api-csv'
import { apiFault, noSuchHome, noSuchSession } from '@/lib/server/http/api/api-fault'
import { parseParams } from '@/lib/server/http/params/parse-params'
import { sessionIdIn } from '@/lib/server/http/params/session-id-in'
import { getCollector } from '@/lib/server/workers/get-collector'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

const Query = z.strictObject({ format: z.enum(['json', 'csv']).default('json') })

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const parsed = parseParams(new URL(request.url).searchParams, Query)
    if (!parsed.ok) return apiError('bad-input', parsed.fault)
    const id = sessionIdIn(request.url)
    if (id === null) return noSuchSession()
    const reply = await getCollector().query((await params).home, 'session', { id })
    if (reply === null) return noSuchHome()
    if (!reply.answer.ok) return apiFault(reply.answer.fault)
    const detail = reply.answer.value
    return parsed.value.format === 'csv'
      ? apiCsv(`session-${id}`, ['source', 'name', 'value', 'unit'], detail.facts.map(row))
      : apiJson(detail)
  })
}

/** CSV contains the facts only. Series and family are in the JSON. */
const row = ({ source, name, value, unit }: SessionDetail['facts'][number]) => [source, name, value, unit]
