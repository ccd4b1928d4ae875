import { answerApi, apiJson } from '@/lib/server/http/api/api'
import { getCollector } from '@/lib/server/workers/get-collector'

export const dynamic = 'force-dynamic'

export function GET(request: Request): Promise<Response> {
  return answerApi(request, async () => {
    const homes = await getCollector().homes()
    return apiJson(homes.map(({ status }) => status))
  })
}
