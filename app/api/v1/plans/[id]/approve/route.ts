import { z } from 'zod'
import { actApi, orderFault } from '@/lib/server/http/api/act-api'
import { apiJson } from '@/lib/server/http/api/api'
import { readJsonBody } from '@/lib/server/http/api/read-json-body'
import { MOST_CHOSEN, PLAN_BODY_BYTES } from '@/lib/server/http/params/plan-params'
import { getExecutor } from '@/lib/server/workers/get-executor'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ id: string }> }

const Body = z.strictObject({
  digest: z.string().min(1).max(128),
  except: z.array(z.string().min(1).max(20)).max(MOST_CHOSEN).default([]),
  /** Required for a person who deletes permanently. A script with a token may omit it. */
  consent: z.string().max(300).nullable().default(null),
})

export function POST(request: Request, { params }: Context): Promise<Response> {
  return actApi(request, 'approve plan', { role: 'operator', touchesHome: true }, async (actor) => {
    const body = await readJsonBody(request, Body, PLAN_BODY_BYTES)
    if (!body.ok) return body.fault
    const { id } = await params
    const isScript = actor.via === 'token'
    const approved = await getExecutor().approve({ planId: id, ...body.value, isScript }, actor)
    return approved.ok ? apiJson({ receiptId: approved.value.receiptId }, 202) : orderFault(approved.fault)
  })
}
