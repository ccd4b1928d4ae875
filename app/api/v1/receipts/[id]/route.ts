import { z } from 'zod'
import type { ItemOutcome } from '@/lib/domain/plan/receipt/receipt'
import { NO_SUCH_RECEIPT } from '@/lib/domain/plan/receipt/words'
import { answerApi, apiError, apiJson } from '@/lib/server/http/api/api'
import { apiCsv } from '@/lib/server/http/api/api-csv'
import { planFault } from '@/lib/server/http/api/plan-json'
import { outcomeJson, receiptJson } from '@/lib/server/http/api/receipt-json'
import { readQuery } from '@/lib/server/http/params/read-query'
import { getCollector } from '@/lib/server/workers/get-collector'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ id: string }> }

const Query = z.strictObject({
  outcome: z.enum(['done', 'skipped', 'failed']).nullable().default(null),
  cursor: z.string().min(1).max(1_000).nullable().default(null),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  format: z.enum(['json', 'csv']).default('json'),
})

/** A CSV export is not paged. */
const WHOLE = { cursor: null, limit: 200_000 } as const

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const query = readQuery(request, Query)
    if (!query.ok) return query.fault
    const { id } = await params
    const { format, ...page } = query.value
    const { answer } = await getCollector().queryStore('receipt', {
      id,
      ...page,
      ...(format === 'csv' ? WHOLE : {}),
    })
    if (answer.ok) {
      const { receipt, page } = answer.value
      if (format === 'csv') return apiCsv(`receipt-${receipt.id}`, HEADER, page.items.map(row))
      return apiJson({
        ...receiptJson(receipt),
        items: page.items.map(outcomeJson),
        nextCursor: page.nextCursor,
      })
    }
    const { fault } = answer
    return fault.code === 'no-such-receipt' ? apiError('not-found', NO_SUCH_RECEIPT) : planFault(fault)
  })
}

const HEADER = ['id', 'label', 'outcome', 'code', 'message', 'freed_bytes']

function row(item: ItemOutcome) {
  const json = outcomeJson(item)
  return [json.id, json.label, json.outcome, json.code, json.message, json.freedBytes]
}
