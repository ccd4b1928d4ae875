import { answerApi, apiJson } from '@/lib/server/http/api/api'
import { askApi } from '@/lib/server/http/api/ask-api'
import { planFault, planJson } from '@/lib/server/http/api/plan-json'
import { readJsonBody } from '@/lib/server/http/api/read-json-body'
import { recordPlan } from '@/lib/server/http/api/record-plan'
import { PLAN_BODY_BYTES, PlanBody } from '@/lib/server/http/params/plan-params'

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
    if (!made.ok) return planFault(made.fault)
    const shown = await askApi(null, 'plan', { id: made.value.plan.id })
    if (!shown.ok) return shown.fault
    return shown.value.ok ? apiJson(planJson(shown.value.value)) : planFault(shown.value.fault)
  })
}
