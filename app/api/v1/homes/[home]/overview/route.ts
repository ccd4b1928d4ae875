import { answerApi, apiError, apiJson } from '@/lib/server/http/api/api'
import { getCollector } from '@/lib/server/workers/get-collector'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const observed = await getCollector().observe((await params).home)
    if (observed === null)
      return apiError('not-found', 'There is no home of this name. GET /api/v1/homes lists them.')
    return apiJson(observed.answer.overview)
  })
}
