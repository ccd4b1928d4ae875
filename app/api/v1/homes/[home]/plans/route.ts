import { answerApi, apiJson } from '@/lib/server/http/api/api'
import { planFault, planJson } from '@/lib/server/http/api/plan-json'
import { commandApi } from '@/lib/server/http/api/query-api'
import { readJsonBody } from '@/lib/server/http/api/read-json-body'
import { recordPlan } from '@/lib/server/http/api/record-plan'
import { PLAN_BODY_BYTES, PlanBody } from '@/lib/server/http/params/plan-params'
import { getCollector } from '@/lib/server/workers/get-collector'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

/** A plan changes nothing, so viewers may make one. Only operators approve it. */
export function POST(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async (actor) => {
    const body = await readJsonBody(request, PlanBody, PLAN_BODY_BYTES)
    if (!body.ok) return body.fault
    const { home } = await params
    const reply = await commandApi(home, 'make-plan', { request: body.value, by: actor.name })
    if (!reply.ok) return reply.fault
    const made = recordPlan(actor, reply.value)
    if (!made.ok) return planFault(made.fault)
    const { answer } = await getCollector().queryStore('shown-plan', { id: made.value.plan.id })
    return answer.ok ? apiJson(planJson(answer.value)) : planFault(answer.fault)
  })
}
