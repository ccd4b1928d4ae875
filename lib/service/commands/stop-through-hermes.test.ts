/** From the button to the paused job, over a real HTTP server that stands in for Hermes. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAudit } from '../../store/access/audit.ts'
import { openStore, type Store } from '../../store/open-store.ts'
import { digestTree } from '../../testing/digest-tree.ts'
import {
  HERMES_KEY,
  type HermesApi,
  hermesApiServer,
  JOB,
  RUN,
} from '../../testing/processes/hermes-api-server.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { anIncident } from '../../testing/watch/incidents.ts'
import { aSample } from '../../testing/watch/light-samples.ts'
import { HomeMemory } from '../observe/home-memory.ts'
import { HomeObserver } from '../observe/home-observer.ts'
import { pauseHomeJob, stopHomeAgentRun } from './stop-through-hermes.ts'

const BY = { name: 'the operator', role: 'operator', address: '127.0.0.1' } as const

let temp: TempHome
let store: Store
let hermes: HermesApi

beforeEach(async () => {
  temp = tempHome()
  mkdirSync(join(temp.path, 'cron'), { recursive: true })
  const jobs = [{ id: JOB, name: 'inbox-triage', enabled: true }]
  writeFileSync(join(temp.path, 'cron', 'jobs.json'), JSON.stringify({ jobs }))
  const opened = openStore(join(temp.root, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  store = opened.value
  hermes = await hermesApiServer()
  writeFileSync(
    join(temp.path, '.env'),
    `OPENAI_API_KEY=not ours\nAPI_SERVER_PORT=${new URL(hermes.base).port}\nAPI_SERVER_KEY="${HERMES_KEY}"\n`,
  )
})
afterEach(async () => {
  await hermes.stop()
  store.close()
  temp.cleanup()
})

const observe = (readOnly = false) =>
  new HomeObserver(
    { id: 'main', label: 'main', path: temp.path, profile: null, root: temp.path, demo: false },
    new HomeMemory(store, temp.path),
    { store, readOnly, clock: Date.now },
  )

const context = () => ({ store, now: Date.now })

/** An open incident, as the tracker would have stored it. */
function openOne(home: HomeObserver): string {
  const nowMs = Date.now()
  const incident = anIncident({ openedMs: nowMs, lastSeenMs: nowMs, timeline: [] })
  home.incidents.registry.keep({ open: [incident], changed: [], recorded: [] }, nowMs)
  return incident.id
}
const events = () => readAudit(store, 10).map(({ event, actor }) => `${event} by ${actor}`)

it('a job paused in Hermes is in the audit and the timeline, and the home is not written to', async () => {
  const home = observe()
  const incidentId = openOne(home)
  const before = digestTree(temp.path)
  const answer = await pauseHomeJob(home, { id: JOB, incidentId, by: BY }, context())
  expect(answer).toEqual({
    ok: true,
    value: { words: expect.stringContaining('the operator paused the cron job inbox-triage') },
  })
  expect([...hermes.paused]).toEqual([JOB])
  expect(events()).toEqual(['job-paused by the operator', 'job-pause-asked by the operator'])
  expect(home.incidents.registry.find(incidentId)?.timeline).toMatchObject([
    { kind: 'acted', words: expect.stringContaining('A run under way goes on to its end.') },
  ])
  expect(digestTree(temp.path)).toEqual(before)
})

it('a minute later the timeline reports the effect on the rate', async () => {
  const home = observe()
  const incidentId = openOne(home)
  await stopHomeAgentRun(home, { id: RUN, incidentId, by: BY }, context())
  expect([...hermes.stopped]).toEqual([RUN])
  home.incidents.addSample(aSample({ atMs: Date.now() + 61_000 }))
  expect(home.incidents.registry.find(incidentId)?.timeline.map(({ kind }) => kind)).toEqual([
    'acted',
    'evidence',
  ])
})

describe('refused', () => {
  it('in read-only mode, before Hermes or its settings are read', async () => {
    const answer = await pauseHomeJob(observe(true), { id: JOB, incidentId: null, by: BY }, context())
    expect(answer).toMatchObject({ ok: false, fault: { code: 'read-only' } })
    expect(hermes.received).toEqual([])
    expect(events()).toEqual([])
  })

  it('a refusal by Hermes is reported and audited, and no timeline claims success', async () => {
    const home = observe()
    const incidentId = openOne(home)
    expect(await stopHomeAgentRun(home, { id: 'run_other', incidentId, by: BY }, context())).toMatchObject({
      ok: false,
      fault: { code: 'not-found' },
    })
    expect(events()).toEqual(['agent-run-stop-asked by the operator'])
    expect(home.incidents.registry.find(incidentId)?.timeline).toEqual([])
  })

  it('a home without an API server, and one whose server is elsewhere', async () => {
    writeFileSync(join(temp.path, '.env'), 'OPENAI_API_KEY=x\n')
    const input = { id: JOB, incidentId: null, by: BY }
    expect(await pauseHomeJob(observe(), input, context())).toMatchObject({
      fault: { code: 'not-configured' },
    })
    writeFileSync(join(temp.path, '.env'), 'API_SERVER_KEY=k\nAPI_SERVER_HOST=192.168.1.9\n')
    expect(await pauseHomeJob(observe(), input, context())).toMatchObject({ fault: { code: 'elsewhere' } })
    expect(hermes.received).toEqual([])
  })

  it('no message or record contains the key', async () => {
    const home = observe()
    const answers = [
      await pauseHomeJob(home, { id: JOB, incidentId: openOne(home), by: BY }, context()),
      await pauseHomeJob(home, { id: 'nothing', incidentId: null, by: BY }, context()),
    ]
    const said = JSON.stringify([answers, home.incidents.registry.open, readAudit(store, 10)])
    expect(said).not.toContain(HERMES_KEY)
    expect(said).not.toContain('not ours')
  })
})
