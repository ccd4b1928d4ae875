import { incidentDetail } from '@/lib/domain/watch/incidents/incident-json'
import { answerApi, apiJson } from '@/lib/server/http/api/api'
import { noSuchIncident } from '@/lib/server/http/api/api-fault'
import { findIncident } from '@/lib/server/http/api/find-incident'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ id: string }> }

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const found = await findIncident((await params).id)
    return found === null ? noSuchIncident() : apiJson(incidentDetail(found.incident))
  })
}
