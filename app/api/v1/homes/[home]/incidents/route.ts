import { z } from 'zod'
import { incidentSummary } from '@/lib/domain/watch/incidents/incident-json'
import { answerApi, apiJson } from '@/lib/server/http/api/api'
import { badCursor, queryApi } from '@/lib/server/http/api/query-api'
import { readQuery } from '@/lib/server/http/params/read-query'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

const Query = z.strictObject({
  state: z.enum(['open', 'closed']).default('open'),
  cursor: z.string().min(1).max(200).nullable().default(null),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const query = readQuery(request, Query)
    if (!query.ok) return query.fault
    const reply = await queryApi((await params).home, 'incidents', query.value)
    if (!reply.ok) return reply.fault
    if (!reply.value.ok) return badCursor()
    const { items, nextCursor } = reply.value.value
    return apiJson({ items: items.map(incidentSummary), nextCursor })
  })
}
