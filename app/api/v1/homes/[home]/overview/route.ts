import { answerApi, apiJson } from '@/lib/server/http/api/api'
import { noSuchHome } from '@/lib/server/http/api/api-fault'
import { getCollector } from '@/lib/server/workers/get-collector'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const observed = await getCollector().observe((await params).home)
    if (observed === null) return noSuchHome()
    return apiJson(observed.answer.overview)
  })
}
