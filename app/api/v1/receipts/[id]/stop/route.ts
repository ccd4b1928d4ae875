import { actApi } from '@/lib/server/http/api/act-api'
import { apiError, apiJson } from '@/lib/server/http/api/api'
import { readEmptyBody } from '@/lib/server/http/api/read-json-body'
import { getExecutor } from '@/lib/server/workers/get-executor'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ id: string }> }

/** The run stops between two items, never within one. */
export function POST(request: Request, { params }: Context): Promise<Response> {
  return actApi(request, 'stop run', { role: 'operator', touchesHome: true }, async (actor) => {
    const body = await readEmptyBody(request)
    if (!body.ok) return body.fault
    const { id } = await params
    const stopped = await getExecutor().stop(id, actor)
    return stopped
      ? apiJson({ stopping: true }, 202)
      : apiError('conflict', 'No run of this receipt is under way.')
  })
}
