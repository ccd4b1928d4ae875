import { answerApi, apiJson } from '@/lib/server/http/api/api'
import { askApi } from '@/lib/server/http/api/ask-api'
import { planFault, planJson } from '@/lib/server/http/api/plan-json'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ id: string }> }

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const { id } = await params
    const asked = await askApi(null, 'plan', { id })
    if (!asked.ok) return asked.fault
    return asked.value.ok ? apiJson(planJson(asked.value.value)) : planFault(asked.value.fault)
  })
}
