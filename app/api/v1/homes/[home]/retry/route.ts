import { NOT_QUARANTINED } from '@/lib/domain/home/words'
import { actApi } from '@/lib/server/http/api/act-api'
import { apiError, apiJson } from '@/lib/server/http/api/api'
import { noSuchHome } from '@/lib/server/http/api/api-fault'
import { readEmptyBody } from '@/lib/server/http/api/read-json-body'
import { getCommands } from '@/lib/server/workers/get-collector'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ home: string }> }

/** Reads a quarantined home again. Changes nothing in it. */
export function POST(request: Request, { params }: Context): Promise<Response> {
  return actApi(request, 'retry home', { role: 'operator', touchesHome: false }, async (actor) => {
    const body = await readEmptyBody(request)
    if (!body.ok) return body.fault
    const { name, role, address } = actor
    const isRetried = await getCommands().retryHome((await params).home, { name, role, address })
    if (isRetried === null) return noSuchHome()
    return isRetried ? apiJson({ retried: true }) : apiError('conflict', NOT_QUARANTINED.message)
  })
}
