import { metricsText } from '@/lib/domain/watch/metrics'
import { answerApi } from '@/lib/server/http/api/api'
import { processMetrics, readHomesMetrics } from '@/lib/server/http/api/read-homes-metrics'

export const dynamic = 'force-dynamic'

/** Prometheus metrics, with the same token as the rest of the API. */
export function GET(request: Request): Promise<Response> {
  return answerApi(
    request,
    async () =>
      new Response(metricsText(await readHomesMetrics(), processMetrics()), {
        headers: {
          'cache-control': 'no-store',
          'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        },
      }),
  )
}
