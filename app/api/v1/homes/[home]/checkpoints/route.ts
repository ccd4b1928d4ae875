import { z } from 'zod'
import {
  CHECKPOINT_LAYOUTS,
  CHECKPOINT_SORTS,
  CHECKPOINT_STATES,
  type CheckpointItem,
} from '@/lib/domain/checkpoints/checkpoint-list'
import { answerApi, apiJson } from '@/lib/server/http/api/api'
import { apiCsv } from '@/lib/server/http/api/api-csv'
import { badCursor, queryApi } from '@/lib/server/http/api/query-api'
import { pageKeys, searchText } from '@/lib/server/http/params/page-query'
import { readQuery } from '@/lib/server/http/params/read-query'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

const Query = z.strictObject({
  ...pageKeys,
  sort: z.enum(CHECKPOINT_SORTS).default('exclusiveBytes'),
  state: z.enum(CHECKPOINT_STATES).nullable().default(null),
  layout: z.enum(CHECKPOINT_LAYOUTS).nullable().default(null),
  q: searchText,
})

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const query = readQuery(request, Query)
    if (!query.ok) return query.fault
    const { home } = await params
    const { format, order = 'desc', ...rest } = query.value
    const reply = await queryApi(home, 'checkpoints', { ...rest, order })
    if (!reply.ok) return reply.fault
    if (!reply.value.ok) return badCursor()
    const list = reply.value.value
    return format === 'csv'
      ? apiCsv(`checkpoints-${home}`, HEADER, list.items?.map(row) ?? [])
      : apiJson(list)
  })
}

const HEADER = ['id', 'layout', 'workdir', 'state', 'last_touched_at', 'commits', 'bytes', 'exclusive_bytes']

const row = (item: CheckpointItem) => [
  item.id,
  item.layout,
  item.workdir,
  item.state,
  item.lastTouchedAt,
  item.commits,
  item.bytes,
  item.exclusiveBytes,
]
