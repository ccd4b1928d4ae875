/**
 * The supported ways to stop an agent: pause a cron job, or stop a run that was started through Hermes' API.
 * Nothing is deleted. The server's capabilities are checked first, not its version.
 */
import { failed, ok, type Result } from '../../shared/result.ts'
import { callHermes, type HermesResponse, type HermesServer } from './call-hermes.ts'

export type StopFault =
  /** No response from the API server. */
  | 'not-reachable'
  /** Something other than Hermes answered. */
  | 'not-hermes'
  | 'key-refused'
  /** This version of Hermes has no such call. */
  | 'not-supported'
  | 'not-found'
  /** The server answered, but the job or run is still active. */
  | 'not-done'

type Options = { readonly timeoutMs?: number }

/** A run in progress finishes; the next one does not start. */
export async function pauseJob(
  server: HermesServer,
  jobId: string,
  options: Options = {},
): Promise<Result<null, StopFault>> {
  if (!JOB_ID.test(jobId)) return failed('not-found')
  const hermes = await confirmHermes(server, options)
  if (!hermes.ok) return hermes
  const path = `/api/jobs/${encodeURIComponent(jobId)}`
  const missing = refusal(await callHermes(server, 'GET', path, options))
  if (missing !== null) return failed(missing)
  const asked = await callHermes(server, 'POST', `${path}/pause`, options)
  const refused = refusal(asked)
  if (refused !== null) return failed(refused)
  const after = isPaused(asked) ? asked : await callHermes(server, 'GET', path, options)
  return isPaused(after) ? ok(null) : failed('not-done')
}

export async function stopAgentRun(
  server: HermesServer,
  runId: string,
  options: Options = {},
): Promise<Result<null, StopFault>> {
  if (!RUN_ID.test(runId)) return failed('not-found')
  const hermes = await confirmHermes(server, options)
  if (!hermes.ok) return hermes
  const capabilities = await callHermes(server, 'GET', '/v1/capabilities', options)
  const refused = refusal(capabilities, 'not-supported')
  if (refused !== null) return failed(refused)
  if (fieldOf(fieldOf(capabilities?.body, 'features'), 'run_stop') !== true) return failed('not-supported')
  const asked = refusal(
    await callHermes(server, 'POST', `/v1/runs/${encodeURIComponent(runId)}/stop`, options),
  )
  return asked === null ? ok(null) : failed(asked)
}

const JOB_ID = /^[A-Za-z0-9_-]{1,64}$/
const RUN_ID = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/

/** The key must not be sent to another program on that port. */
async function confirmHermes(server: HermesServer, options: Options): Promise<Result<null, StopFault>> {
  const health = await callHermes(server, 'GET', '/health', { ...options, key: false })
  if (health === null) return failed('not-reachable')
  return health.status === 200 && fieldOf(health.body, 'status') === 'ok' ? ok(null) : failed('not-hermes')
}

function refusal(answer: HermesResponse | null, missing: StopFault = 'not-found'): StopFault | null {
  if (answer === null) return 'not-reachable'
  const { status } = answer
  if (status >= 200 && status < 300) return null
  if (status === 401 || status === 403) return 'key-refused'
  // An unknown route answers in plain text, an unknown job in JSON.
  if (status === 404) return answer.body === null ? 'not-supported' : missing
  return status === 405 || status === 501 ? 'not-supported' : 'not-done'
}

function isPaused(answer: HermesResponse | null): boolean {
  const job = fieldOf(answer?.body, 'job')
  return fieldOf(job, 'enabled') === false || fieldOf(job, 'state') === 'paused'
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
