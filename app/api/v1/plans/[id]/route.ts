import { answerApi, apiJson } from '@/lib/server/http/api/api'
import { planFault, planJson } from '@/lib/server/http/api/plan-json'
import { getCollector } from '@/lib/server/workers/get-collector'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ id: string }> }

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const { id } = await params
    const { answer } = await getCollector().queryStore('shown-plan', { id })
    return answer.ok ? apiJson(planJson(answer.value)) : planFault(answer.fault)
  })
}
