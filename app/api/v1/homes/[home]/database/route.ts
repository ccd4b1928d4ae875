import { z } from 'zod'
import type { TableView } from '@/lib/domain/database-view'
import { answerApi, apiJson } from '@/lib/runtime/api'
import { apiCsv } from '@/lib/runtime/api-csv'
import { askApi } from '@/lib/runtime/ask-api'
import { readQuery } from '@/lib/runtime/read-query'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

const Query = z.strictObject({
  count: z.enum(['if-needed', 'again', 'stop']).default('if-needed'),
  format: z.enum(['json', 'csv']).default('json'),
})

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const query = readQuery(request, Query)
    if (!query.ok) return query.fault
    const { home } = await params
    const { format, count } = query.value
    const asked = await askApi(home, 'database', { count })
    if (!asked.ok) return asked.fault
    return format === 'csv'
      ? apiCsv(`database-${home}`, HEADER, asked.value.tables?.map(row) ?? [])
      : apiJson(asked.value)
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
