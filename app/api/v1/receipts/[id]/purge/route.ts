import { z } from 'zod'
import { actApi, orderFault } from '@/lib/server/http/api/act-api'
import { apiJson } from '@/lib/server/http/api/api'
import { readJsonBody } from '@/lib/server/http/api/read-json-body'
import { getExecutor } from '@/lib/server/workers/get-executor'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ id: string }> }

const Body = z.strictObject({ consent: z.string().max(300).nullable().default(null) })

/** Deletes a run's trash or archive before it expires. Requires typed consent. */
export function POST(request: Request, { params }: Context): Promise<Response> {
  return actApi(request, 'purge', { role: 'operator', touchesHome: true }, async (actor) => {
    const body = await readJsonBody(request, Body)
    if (!body.ok) return body.fault
    const answer = await getExecutor().purge({ receiptId: (await params).id, ...body.value }, actor)
    return answer.ok ? apiJson(answer.value) : orderFault(answer.fault)
  })
}
