import { answerApi, apiJson } from '@/lib/server/http/api/api'
import { planFault } from '@/lib/server/http/api/plan-json'
import { ItemParams } from '@/lib/server/http/params/plan-params'
import { readQuery } from '@/lib/server/http/params/read-query'
import { getCollector } from '@/lib/server/workers/get-collector'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ id: string }> }

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const query = readQuery(request, ItemParams)
    if (!query.ok) return query.fault
    const { id } = await params
    const { answer } = await getCollector().queryStore('plan-items', { id, query: query.value })
    if (!answer.ok) return planFault(answer.fault)
    const { items, matched, nextCursor } = answer.value
    return apiJson({ items, matched, nextCursor })
  })
}
