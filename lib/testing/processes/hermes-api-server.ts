/** A real HTTP server with the calls of Hermes' API that Steward uses. */
import type { ServerResponse } from 'node:http'
import { type HookServer, hookServer } from './hook-server.ts'

export const HERMES_KEY = 'the key of the API server'

export type HermesOptions = {
  /** False for a version that cannot stop runs. */
  readonly stopsRuns?: boolean
  readonly hasJobs?: boolean
  /** False to answer 200 and do nothing. */
  readonly obeys?: boolean
  readonly health?: unknown
}

export type HermesApi = Omit<HookServer, 'url'> & {
  readonly base: string
  readonly paused: ReadonlySet<string>
  readonly stopped: ReadonlySet<string>
}

export const JOB = '7c2e90d4ab11'
export const RUN = 'run_0a1b2c3d4e5f60718293a4b5c6d7e8f9'

export async function hermesApiServer(options: HermesOptions = {}): Promise<HermesApi> {
  const paused = new Set<string>()
  const stopped = new Set<string>()
  const server: HookServer = await hookServer((response, no) => {
    const { method = '', path = '', headers } = server.received[no] ?? {}
    const json = (status: number, body: unknown) => answer(response, status, body)
    const call = `${method} ${path}`
    if (call === 'GET /health') return json(200, options.health ?? { status: 'ok', platform: 'hermes-agent' })
    if (headers?.authorization !== `Bearer ${HERMES_KEY}`)
      return json(401, { error: { message: 'Invalid API key' } })
    if (call === 'GET /v1/capabilities')
      return json(200, { features: { run_submission: true, run_stop: options.stopsRuns !== false } })
    const job = /^\/api\/jobs\/([^/]+)(\/pause)?$/.exec(path)
    if (job !== null) {
      if (options.hasJobs === false) return json(501, { error: 'Cron module not available' })
      if (job[1] !== JOB) return json(404, { error: 'Job not found' })
      if (method === 'POST' && options.obeys !== false) paused.add(JOB)
      return json(200, {
        job: { id: JOB, enabled: !paused.has(JOB), state: paused.has(JOB) ? 'paused' : 'scheduled' },
      })
    }
    const run = /^\/v1\/runs\/([^/]+)\/stop$/.exec(path)
    if (method !== 'POST' || run === null) return response.writeHead(404).end('404: Not Found')
    if (run[1] !== RUN) return json(404, { error: { code: 'run_not_found' } })
    stopped.add(RUN)
    return json(200, { object: 'hermes.run', run_id: RUN, status: 'stopping' })
  })
  return { ...server, received: server.received, base: server.url, paused, stopped }
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
