import { z } from 'zod'
import { actApi, orderFault } from '@/lib/server/http/api/act-api'
import { apiJson } from '@/lib/server/http/api/api'
import { readJsonBody } from '@/lib/server/http/api/read-json-body'
import { getExecutor } from '@/lib/server/workers/get-executor'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

const Body = z.strictObject({ consent: z.string().max(300).nullable().default(null) })

/** Deletes what every run of a home moved to its trash. Requires typed consent. */
export function POST(request: Request, { params }: Context): Promise<Response> {
  return actApi(request, 'empty trash', { role: 'operator', touchesHome: true }, async (actor) => {
    const body = await readJsonBody(request, Body)
    if (!body.ok) return body.fault
    const answer = await getExecutor().emptyTrash({ home: (await params).home, ...body.value }, actor)
    return answer.ok ? apiJson(answer.value) : orderFault(answer.fault)
  })
}
