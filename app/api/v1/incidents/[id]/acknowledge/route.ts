import { z } from 'zod'
import { incidentDetail } from '@/lib/domain/watch/incidents/incident-json'
import { ACKNOWLEDGES, acknowledgeFor, Note } from '@/lib/server/http/api/acknowledge-incident'
import { actApi } from '@/lib/server/http/api/act-api'
import { apiJson } from '@/lib/server/http/api/api'
import { noSuchIncident } from '@/lib/server/http/api/api-fault'
import { findIncident } from '@/lib/server/http/api/find-incident'
import { readJsonBody } from '@/lib/server/http/api/read-json-body'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ id: string }> }

const Body = z.strictObject({ note: Note.default('') })

export function POST(request: Request, { params }: Context): Promise<Response> {
  return actApi(request, 'acknowledge incident', ACKNOWLEDGES, async (actor) => {
    const body = await readJsonBody(request, Body)
    if (!body.ok) return body.fault
    const found = await findIncident((await params).id)
    const incident =
      found === null ? null : await acknowledgeFor(actor, found.home.id, found.incident.id, body.value.note)
    return incident === null ? noSuchIncident() : apiJson(incidentDetail(incident))
  })
}
