import { z } from 'zod'
import { answerApi, apiError, apiJson } from '@/lib/runtime/api'
import { askApi } from '@/lib/runtime/ask-api'
import { planFault } from '@/lib/runtime/plan-json'
import { readQuery } from '@/lib/runtime/read-query'
import { outcomeJson, receiptJson } from '@/lib/runtime/receipt-json'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ id: string }> }

const Query = z.strictObject({
  outcome: z.enum(['done', 'skipped', 'failed']).nullable().default(null),
  cursor: z.string().min(1).max(1_000).nullable().default(null),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const query = readQuery(request, Query)
    if (!query.ok) return query.fault
    const { id } = await params
    const asked = await askApi(null, 'receipt', { id, ...query.value })
    if (!asked.ok) return asked.fault
    if (asked.value.ok) {
      const { receipt, page } = asked.value.value
      return apiJson({
        ...receiptJson(receipt),
        items: page.items.map(outcomeJson),
        nextCursor: page.nextCursor,
      })
    }
    const { fault } = asked.value
    return fault.code === 'no-such-receipt'
      ? apiError('not-found', 'There is no receipt of this id.')
      : planFault(fault)
  })
}
