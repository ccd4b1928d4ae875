import { actApi, orderFault } from '@/lib/server/http/api/act-api'
import { apiJson } from '@/lib/server/http/api/api'
import { planFault, planJson } from '@/lib/server/http/api/plan-json'
import { readEmptyBody } from '@/lib/server/http/api/read-json-body'
import { getCollector } from '@/lib/server/workers/get-collector'
import { getExecutor } from '@/lib/server/workers/get-executor'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ id: string }> }

/** Makes a restore plan. It changes nothing until an operator approves it, so viewers may make one. */
export function POST(request: Request, { params }: Context): Promise<Response> {
  return actApi(request, 'plan restore', { role: 'viewer', touchesHome: false }, async (actor) => {
    const body = await readEmptyBody(request)
    if (!body.ok) return body.fault
    const { id } = await params
    const planned = await getExecutor().planRestore(id, actor)
    if (!planned.ok) return orderFault(planned.fault)
    const { answer } = await getCollector().queryStore('shown-plan', { id: planned.value.planId })
    return answer.ok ? apiJson(planJson(answer.value)) : planFault(answer.fault)
  })
}
