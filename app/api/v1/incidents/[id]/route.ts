import { incidentDetail } from '@/lib/domain/watch/incidents/incident-json'
import { answerApi, apiJson } from '@/lib/runtime/api'
import { noSuchIncident } from '@/lib/runtime/api-fault'
import { findIncident } from '@/lib/runtime/find-incident'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ id: string }> }

export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerApi(request, async () => {
    const found = await findIncident((await params).id)
    return found === null ? noSuchIncident() : apiJson(incidentDetail(found.incident))
  })
}
