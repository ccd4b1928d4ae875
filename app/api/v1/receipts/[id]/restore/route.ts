import { actApi, orderFault } from '@/lib/runtime/act-api'
import { apiJson } from '@/lib/runtime/api'
import { askApi } from '@/lib/runtime/ask-api'
import { getExecutor } from '@/lib/runtime/get-executor'
import { planFault, planJson } from '@/lib/runtime/plan-json'
import { readEmptyBody } from '@/lib/runtime/read-json-body'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ id: string }> }

/** Makes the plan of a restore, to be approved like any other: nothing moves yet, so a viewer may ask for it. */
export function POST(request: Request, { params }: Context): Promise<Response> {
  return actApi(request, 'plan restore', { role: 'viewer', touchesHome: false }, async (actor) => {
    const body = await readEmptyBody(request)
    if (!body.ok) return body.fault
    const { id } = await params
    const planned = await getExecutor().planRestore(id, actor)
    if (!planned.ok) return orderFault(planned.fault)
    const asked = await askApi(null, 'plan', { id: planned.value.planId })
    if (!asked.ok) return asked.fault
    return asked.value.ok ? apiJson(planJson(asked.value.value)) : planFault(asked.value.fault)
  })
}
