import { z } from 'zod'
import { type GatewayEntry, ROUTE_SORTS } from '@/lib/domain/gateway/gateway-report'
import { RESTART_OUTCOMES } from '@/lib/domain/gateway/gateway-restart'
import { answerApi, apiJson } from '@/lib/server/http/api/api'
import { apiCsv } from '@/lib/server/http/api/api-csv'
import { badCursor, queryApi } from '@/lib/server/http/api/query-api'
import { pageKeys, searchText } from '@/lib/server/http/params/page-query'
import { readQuery } from '@/lib/server/http/params/read-query'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

const Query = z.strictObject({
  ...pageKeys,
  sort: z.enum(ROUTE_SORTS).default('updatedAt'),
  state: z.enum(['live', 'expired', 'dangling']).nullable().default(null),
  platform: z.string().min(1).max(100).nullable().default(null),
  onRestart: z.enum(RESTART_OUTCOMES).nullable().default(null),
  q: searchText,
})

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const query = readQuery(request, Query)
    if (!query.ok) return query.fault
    const { home } = await params
    const { format, order = 'desc', ...rest } = query.value
    const reply = await queryApi(home, 'gateway', { ...rest, order })
    if (!reply.ok) return reply.fault
    if (!reply.value.ok) return badCursor()
    const report = reply.value.value
    return format === 'csv'
      ? apiCsv(`gateway-${home}`, HEADER, report.entries?.map(row) ?? [])
      : apiJson(report)
  })
}

const HEADER = [
  'key',
  'session_id',
  'platform',
  'chat_type',
  'display_name',
  'updated_at',
  'state',
  'on_restart',
  'on_next_message',
  'suspended',
  'finalised',
  'copies',
  'session_state',
  'session_title',
  'also_routed_by',
]

const row = (entry: GatewayEntry) => [
  entry.key,
  entry.sessionId,
  entry.platform,
  entry.chatType,
  entry.displayName,
  entry.updatedAt,
  entry.state,
  entry.onRestart,
  entry.onNextMessage,
  entry.suspended,
  entry.finalised,
  entry.copies.join(' '),
  entry.session?.state ?? null,
  entry.session?.title ?? null,
  entry.alsoRoutedBy.join(' '),
]
