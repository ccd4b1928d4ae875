import { answerApi, apiJson } from '@/lib/server/http/api/api'
import { askApi } from '@/lib/server/http/api/ask-api'
import { planFault } from '@/lib/server/http/api/plan-json'
import { ItemParams } from '@/lib/server/http/params/plan-params'
import { readQuery } from '@/lib/server/http/params/read-query'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ id: string }> }

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const query = readQuery(request, ItemParams)
    if (!query.ok) return query.fault
    const { id } = await params
    const asked = await askApi(null, 'plan-items', { id, query: query.value })
    if (!asked.ok) return asked.fault
    if (!asked.value.ok) return planFault(asked.value.fault)
    const { items, matched, nextCursor } = asked.value.value
    return apiJson({ items, matched, nextCursor })
  })
}
