import { z } from 'zod'
import { TOKEN_COLUMNS, tokenRows } from '@/lib/domain/tokens/tokens-rows'
import { TOKEN_GROUPINGS } from '@/lib/domain/tokens/tokens-view'
import { answerApi, apiJson } from '@/lib/server/http/api/api'
import { apiCsv } from '@/lib/server/http/api/api-csv'
import { queryApi } from '@/lib/server/http/api/query-api'
import { readQuery } from '@/lib/server/http/params/read-query'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

const MOST_DAYS = 731

const Query = z.strictObject({
  days: z.coerce.number().int().min(1).max(MOST_DAYS).default(30),
  by: z.enum(TOKEN_GROUPINGS).default('source'),
  format: z.enum(['json', 'csv']).default('json'),
})

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const query = readQuery(request, Query)
    if (!query.ok) return query.fault
    const { home } = await params
    const { format, days, by } = query.value
    const reply = await queryApi(home, 'tokens', { days, by })
    if (!reply.ok) return reply.fault
    return format === 'csv'
      ? apiCsv(`tokens-${home}-${days}d`, TOKEN_COLUMNS, tokenRows(reply.value))
      : apiJson(reply.value)
  })
}
