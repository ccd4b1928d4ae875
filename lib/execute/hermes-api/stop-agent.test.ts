/** Runs against a real HTTP server that implements Hermes' API. */
import { afterEach, describe, expect, it } from 'vitest'
import {
  HERMES_KEY,
  type HermesApi,
  type HermesOptions,
  hermesApiServer,
  JOB,
  RUN,
} from '../../testing/processes/hermes-api-server.ts'
import { hookServer } from '../../testing/processes/hook-server.ts'
import { pauseJob, stopAgentRun } from './stop-agent.ts'

let hermes: HermesApi
afterEach(() => hermes.stop())

async function start(options: HermesOptions = {}) {
  hermes = await hermesApiServer(options)
  return { base: hermes.base, key: HERMES_KEY }
}
const calls = () => hermes.received.map(({ method, path }) => `${method} ${path}`)
const DONE = { ok: true, value: null }
const failed = (fault: string) => ({ ok: false, fault })

it('a job is paused and confirmed as paused, with no other calls', async () => {
  expect(await pauseJob(await start(), JOB)).toEqual(DONE)
  expect([...hermes.paused]).toEqual([JOB])
  expect(calls()).toEqual(['GET /health', `GET /api/jobs/${JOB}`, `POST /api/jobs/${JOB}/pause`])
})

it('a run is stopped after the server announced support for it', async () => {
  expect(await stopAgentRun(await start(), RUN)).toEqual(DONE)
  expect([...hermes.stopped]).toEqual([RUN])
  expect(calls()).toEqual(['GET /health', 'GET /v1/capabilities', `POST /v1/runs/${RUN}/stop`])
})

it('the key is only sent to a server that answered as Hermes', async () => {
  const server = await start({ health: { hello: 'world' } })
  expect(await pauseJob(server, JOB)).toEqual(failed('not-hermes'))
  expect(await stopAgentRun(server, RUN)).toEqual(failed('not-hermes'))
  expect(hermes.received.some(({ headers }) => headers.authorization !== undefined)).toBe(false)
})

describe('a stop is refused', () => {
  it('if the key is wrong', async () => {
    const server = { ...(await start()), key: 'another' }
    expect(await pauseJob(server, JOB)).toEqual(failed('key-refused'))
    expect(await stopAgentRun(server, RUN)).toEqual(failed('key-refused'))
    expect(await stopAgentRun({ ...server, key: null }, RUN)).toEqual(failed('key-refused'))
  })

  it('if the job or run is unknown', async () => {
    const server = await start()
    expect(await pauseJob(server, 'abcdefabcdef')).toEqual(failed('not-found'))
    expect(await stopAgentRun(server, 'run_other')).toEqual(failed('not-found'))
  })

  it('before any request if the id would change the address', async () => {
    const server = await start()
    for (const name of ['../v1/runs', 'a/b', '', 'a?b', 'a b', 'ü', 'x'.repeat(200)]) {
      expect(await pauseJob(server, name)).toEqual(failed('not-found'))
      expect(await stopAgentRun(server, name)).toEqual(failed('not-found'))
    }
    expect(calls()).toEqual([])
  })

  it('if this version has no such call', async () => {
    const server = await start({ stopsRuns: false, hasJobs: false })
    expect(await pauseJob(server, JOB)).toEqual(failed('not-supported'))
    expect(await stopAgentRun(server, RUN)).toEqual(failed('not-supported'))
    expect(calls().some((call) => call.startsWith('POST'))).toBe(false)
  })

  it('if the server answers success but the job is still active', async () => {
    expect(await pauseJob(await start({ obeys: false }), JOB)).toEqual(failed('not-done'))
  })

  it('if no server answers in time', async () => {
    const server = await start()
    const silent = await hookServer(() => {})
    expect(await pauseJob({ ...server, base: silent.url }, JOB, { timeoutMs: 50 })).toEqual(
      failed('not-reachable'),
    )
    await silent.stop()
    expect(await pauseJob({ ...server, base: silent.url }, JOB)).toEqual(failed('not-reachable'))
  })

  it('if the server redirects', async () => {
    const server = await start()
    const other = await hookServer((response) => {
      response.writeHead(302, { location: `${server.base}/health` }).end()
    })
    expect(await pauseJob({ ...server, base: other.url }, JOB)).toEqual(failed('not-hermes'))
    expect(calls()).toEqual([])
    await other.stop()
  })
})
