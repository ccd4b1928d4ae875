/**
 * Stops a cron job or an agent run through Hermes' own API server, and records who did it and the outcome.
 * Never in read-only mode.
 */

import { readCronJobs } from '../../collect/cron/read-cron-jobs.ts'
import { readApiServer } from '../../collect/home/read-api-server.ts'
import type { AuditActor } from '../../domain/access/actor.ts'
import { ACCESS_REFUSALS } from '../../domain/access/words.ts'
import type { RateSubject } from '../../domain/watch/burn/subject-rate.ts'
import type { HermesServer } from '../../execute/hermes-api/call-hermes.ts'
import { pauseJob, type StopFault, stopAgentRun } from '../../execute/hermes-api/stop-agent.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { AuditEvent } from '../../store/access/audit.ts'
import type { StoreContext } from '../../store/store-context.ts'
import type { HomeObserver } from '../observe/home-observer.ts'
import { recordHomeCommand } from './record-command.ts'

export type StopInput = {
  /** The job's or the run's. */
  readonly id: string
  /** The incident whose timeline gets an entry. Null for none. */
  readonly incidentId: string | null
  readonly by: AuditActor
}

export type StopAnswer = Result<
  { readonly words: string },
  { readonly code: 'read-only' | 'not-configured' | 'elsewhere' | StopFault; readonly message: string }
>

type Stop = {
  readonly asked: AuditEvent
  readonly done: AuditEvent
  readonly target: string
  readonly words: string
  readonly subject: RateSubject
  readonly act: (server: HermesServer) => Promise<Result<null, StopFault>>
}

export function pauseHomeJob(
  home: HomeObserver,
  input: StopInput,
  context: StoreContext,
): Promise<StopAnswer> {
  const jobs = readCronJobs(home.home.path)
  const name = (jobs.ok ? jobs.value.find(({ id }) => id === input.id)?.name : null) ?? input.id
  return stopThrough(context, home, input, {
    asked: 'job-pause-asked',
    done: 'job-paused',
    target: `cron job ${input.id}`,
    words: `${input.by.name} paused the cron job ${name} through Hermes. A run under way goes on to its end.`,
    subject: { kind: 'job', id: input.id },
    act: (server) => pauseJob(server, input.id),
  })
}

export const stopHomeAgentRun = (
  home: HomeObserver,
  input: StopInput,
  context: StoreContext,
): Promise<StopAnswer> =>
  stopThrough(context, home, input, {
    asked: 'agent-run-stop-asked',
    done: 'agent-run-stopped',
    target: `run ${input.id}`,
    words: `${input.by.name} stopped the run ${input.id} through Hermes. Nothing was deleted.`,
    subject: subjectOf(home, input.incidentId),
    act: (server) => stopAgentRun(server, input.id),
  })

async function stopThrough(
  context: StoreContext,
  home: HomeObserver,
  { incidentId, by }: StopInput,
  stop: Stop,
): Promise<StopAnswer> {
  if (home.isReadOnly) return refuse('read-only')
  const server = readApiServer(home.home, process.env)
  if (!server.ok) return refuse(server.fault)
  recordHomeCommand(context, home, stop.asked, by, stop.target)
  const stopped = await stop.act(server.value)
  if (!stopped.ok) return refuse(stopped.fault)
  recordHomeCommand(context, home, stop.done, by, stop.target)
  if (incidentId !== null) home.incidents.acted(incidentId, stop.words, stop.subject, home.now())
  return ok({ words: stop.words })
}

/** An incident about one session is measured by that session. */
function subjectOf(home: HomeObserver, incidentId: string | null): RateSubject {
  const incident = incidentId === null ? null : home.incidents.registry.find(incidentId)
  const isOfSession = incident?.kind === 'runaway-session' || incident?.kind === 'session-over-limits'
  return isOfSession && incident.subject !== '' ? { kind: 'session', id: incident.subject } : { kind: 'home' }
}

type Code = Extract<StopAnswer, { readonly ok: false }>['fault']['code']

const MESSAGES: Readonly<Record<Code, string>> = {
  'read-only': ACCESS_REFUSALS.readOnly,
  'not-configured': 'Hermes’ API server is not configured in this home, so Steward cannot ask it.',
  elsewhere: 'Hermes’ API server does not listen on this machine’s own address, so Steward does not ask it.',
  'not-reachable': 'Hermes’ API server did not answer. Is the gateway running?',
  'not-hermes':
    'What answers on the port of the API server does not look like Hermes. Nothing was sent to it.',
  'key-refused': 'Hermes refused the key that stands in this home’s settings.',
  'not-supported': 'This version of Hermes has no such call.',
  'not-found': 'Hermes knows nothing of this name.',
  'not-done': 'Hermes answered, but it is not stopped. Look at its log.',
}

const refuse = (code: Code): StopAnswer => failed({ code, message: MESSAGES[code] })
