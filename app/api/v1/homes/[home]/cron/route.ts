import { z } from 'zod'
import type { CronLedger, LedgerJob } from '@/lib/domain/cron/cron-ledger'
import { firstOrder, LEDGER_SORTS, sortLedger } from '@/lib/domain/cron/cron-order'
import { answerApi, apiJson } from '@/lib/server/http/api/api'
import { apiCsv } from '@/lib/server/http/api/api-csv'
import { queryApi } from '@/lib/server/http/api/query-api'
import { readQuery } from '@/lib/server/http/params/read-query'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

const Query = z.strictObject({
  sort: z.enum(LEDGER_SORTS).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  format: z.enum(['json', 'csv']).default('json'),
})

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const query = readQuery(request, Query)
    if (!query.ok) return query.fault
    const { home } = await params
    const reply = await queryApi(home, 'cron', null)
    if (!reply.ok) return reply.fault
    const ledger = sorted(reply.value, query.value)
    return query.value.format === 'csv'
      ? apiCsv(`cron-${home}`, HEADER, ledger.jobs?.map(row) ?? [])
      : apiJson(ledger)
  })
}

/** Without `order`, each column has its own default. */
function sorted(ledger: CronLedger, { sort, order }: z.infer<typeof Query>): CronLedger {
  if (sort === undefined || ledger.jobs === null) return ledger
  return { ...ledger, jobs: sortLedger(ledger.jobs, { sort, order: order ?? firstOrder(sort) }) }
}

const HEADER = [
  'id',
  'name',
  'exists',
  'enabled',
  'schedule',
  'next_run_at',
  'last_run_at',
  'last_status',
  'last_error',
  'last_delivery_error',
  'failure_streak',
  'runs_per_day',
  'runs_from',
  'sessions',
  'leaked',
  'messages',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'cost_usd',
  'database_bytes',
  'transcript_bytes',
  'request_dump_bytes',
  'output_bytes',
  'outputs',
  'failures',
  'share_of_sessions',
  'bytes_per_month',
]

const row = (job: LedgerJob) => [
  job.id,
  job.name,
  job.exists,
  job.enabled,
  job.schedule,
  job.nextRunAt,
  job.lastRunAt,
  job.lastStatus,
  job.trouble?.error ?? null,
  job.trouble?.deliveryError ?? null,
  job.trouble?.streak ?? null,
  job.runsPerDay,
  job.runsFrom,
  job.sessions,
  job.leaked,
  job.messages,
  job.tokens?.input ?? null,
  job.tokens?.output ?? null,
  job.tokens?.cacheRead ?? null,
  job.tokens?.cacheWrite ?? null,
  job.costUsd,
  job.databaseBytes,
  job.transcripts?.bytes ?? null,
  job.requestDumps?.bytes ?? null,
  job.outputs?.bytes ?? null,
  job.outputs?.count ?? null,
  job.failures?.count ?? null,
  job.share.sessions,
  job.bytesPerMonth,
]
