import { z } from 'zod'
import type { TableView } from '@/lib/domain/database/database-view'
import { answerApi, apiJson } from '@/lib/server/http/api/api'
import { apiCsv } from '@/lib/server/http/api/api-csv'
import { commandApi, queryApi } from '@/lib/server/http/api/query-api'
import { readJsonBody } from '@/lib/server/http/api/read-json-body'
import { readQuery } from '@/lib/server/http/params/read-query'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

const Query = z.strictObject({
  format: z.enum(['json', 'csv']).default('json'),
})

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const query = readQuery(request, Query)
    if (!query.ok) return query.fault
    const { home } = await params
    const { format } = query.value
    const reply = await queryApi(home, 'database', null)
    if (!reply.ok) return reply.fault
    return format === 'csv'
      ? apiCsv(`database-${home}`, HEADER, reply.value.tables?.map(row) ?? [])
      : apiJson(reply.value)
  })
}

const Body = z.strictObject({ count: z.enum(['again', 'stop']) })

/** Starts a new count or stops the running one. Viewers may, because it only reads. */
export function POST(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const body = await readJsonBody(request, Body)
    if (!body.ok) return body.fault
    const reply = await commandApi((await params).home, 'count-database', body.value)
    return reply.ok ? apiJson(reply.value) : reply.fault
  })
}

const HEADER = ['name', 'kind', 'of', 'bytes', 'measured', 'share', 'rows', 'unused_bytes']

const row = (table: TableView) => [
  table.name,
  table.kind,
  table.of,
  table.bytes,
  table.measured,
  table.share,
  table.rows,
  table.unusedBytes,
]
