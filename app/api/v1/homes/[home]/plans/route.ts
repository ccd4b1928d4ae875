import { answerApi, apiJson } from '@/lib/runtime/api'
import { askApi } from '@/lib/runtime/ask-api'
import { planFault, planJson } from '@/lib/runtime/plan-json'
import { PLAN_BODY_BYTES, PlanBody } from '@/lib/runtime/plan-params'
import { readJsonBody } from '@/lib/runtime/read-json-body'
import { recordPlan } from '@/lib/runtime/record-plan'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

/** A plan moves nothing, so a viewer may make one; approving it is for operators. */
export function POST(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async (actor) => {
    const body = await readJsonBody(request, PlanBody, PLAN_BODY_BYTES)
    if (!body.ok) return body.fault
    const { home } = await params
    const asked = await askApi(home, 'make-plan', { request: body.value, by: actor.name })
    if (!asked.ok) return asked.fault
    const made = recordPlan(actor, asked.value)
    return made.ok ? apiJson(planJson(made.value)) : planFault(made.fault)
  })
}
