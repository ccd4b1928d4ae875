import { answerApi, apiJson } from '@/lib/runtime/api'
import { askApi } from '@/lib/runtime/ask-api'
import { planFault, planJson } from '@/lib/runtime/plan-json'
import { PlanBody } from '@/lib/runtime/plan-params'
import { readJsonBody } from '@/lib/runtime/read-json-body'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

/** A plan moves nothing, so a viewer may make one; approving it is for operators. */
export function POST(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async (actor) => {
    const body = await readJsonBody(request, PlanBody)
    if (!body.ok) return body.fault
    const { home } = await params
    const asked = await askApi(home, 'make-plan', { request: body.value, by: actor.name })
    if (!asked.ok) return asked.fault
    return asked.value.ok ? apiJson(planJson(asked.value.value)) : planFault(asked.value.fault)
  })
}
