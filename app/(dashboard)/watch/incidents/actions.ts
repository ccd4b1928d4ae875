'use server'

import { redirect } from 'next/navigation'
import { z } from 'zod'
import type { Actor } from '@/lib/domain/access/actor'
import { NO_SUCH_HOME } from '@/lib/domain/home/words'
import { ACKNOWLEDGES, acknowledgeFor, Note } from '@/lib/server/http/api/acknowledge-incident'
import { defineAction } from '@/lib/server/http/define-action'
import { formOf } from '@/lib/server/http/params/form-of'
import { getCommands } from '@/lib/server/workers/get-collector'
import { failed, ok, type Result } from '@/lib/shared/result'

const id = z.string().min(1).max(200)

/** Asks Hermes to stop something, so it is not allowed in read-only mode. */
const HERMES_ACTION = { role: 'operator', touchesHome: true } as const

export const acknowledgeIncident = defineAction(
  'acknowledge incident',
  ACKNOWLEDGES,
  z.strictObject({ home: id, incident: id, note: Note }),
  async (actor, { home, incident, note }) =>
    (await acknowledgeFor(actor, home, incident, note)) === null
      ? failed({ code: 'no-such-incident', message: 'There is no incident of this id any more.' })
      : ok({ incident }),
)

export const pauseJob = defineAction(
  'pause job',
  HERMES_ACTION,
  z.strictObject({ home: id, incident: id, job: id }),
  (actor, { home, incident, job }) => askHermes('pause-job', actor, home, { id: job, incidentId: incident }),
)

export const stopAgentRun = defineAction(
  'stop agent run',
  HERMES_ACTION,
  z.strictObject({ home: id, incident: id, run: id }),
  (actor, { home, incident, run }) =>
    askHermes('stop-agent-run', actor, home, { id: run, incidentId: incident }),
)

type StopResult = Result<{ readonly words: string }, { readonly code: string; readonly message: string }>

async function askHermes(
  kind: 'pause-job' | 'stop-agent-run',
  { name, role, address }: Actor,
  home: string,
  what: { readonly id: string; readonly incidentId: string },
): Promise<StopResult> {
  const reply = await getCommands().command(home, kind, { ...what, by: { name, role, address } })
  return reply?.answer ?? failed(NO_SUCH_HOME)
}

/** The form on an incident's page. It works without JavaScript. */
export async function acknowledgeForm(sent: FormData): Promise<void> {
  const form = formOf(sent)
  const incident = String(form.get('incident') ?? '')
  const answer = await acknowledgeIncident({
    home: String(form.get('home') ?? ''),
    incident,
    note: String(form.get('note') ?? ''),
  })
  redirect(
    `/watch/incidents/${encodeURIComponent(incident)}?message=${answer.ok ? 'seen' : answer.fault.code}`,
  )
}
