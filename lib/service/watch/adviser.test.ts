import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MINUTE_MS } from '../../shared/time.ts'
import { anIncident } from '../../testing/incidents.ts'
import { aLook, aTick } from '../../testing/light-samples.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { Adviser } from './adviser.ts'

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
  mkdirSync(temp.path)
})
afterEach(() => temp.cleanup())

const makeAdviser = () =>
  new Adviser({ id: 'main', label: 'main', path: temp.path, profile: null, root: temp.path, demo: false })
const NOW_MS = 1_790_000_000_000
const look = (afterMs = 0) => aLook({ atMs: NOW_MS + afterMs })
const kindsOf = (adviser: Adviser, incident = anIncident(), sample = look()) =>
  adviser.advise([incident], sample, null)[incident.id]?.safe.map(({ kind }) => kind)

it('pausing the job is offered where Hermes’ API server is configured, and noticed within a minute', () => {
  const adviser = makeAdviser()
  expect(kindsOf(adviser)).not.toContain('pause-job')
  writeFileSync(join(temp.path, '.env'), 'API_SERVER_KEY=k\n')
  expect(kindsOf(adviser)).not.toContain('pause-job')
  expect(kindsOf(adviser, anIncident(), look(MINUTE_MS))).toContain('pause-job')
})

it('a run over the API is stopped by the name it gave its session; any other session has none', () => {
  writeFileSync(join(temp.path, '.env'), 'API_SERVER_KEY=k\n')
  const run = `run_${'0a'.repeat(16)}`
  const sample = aLook({ atMs: NOW_MS, moved: [aTick({ id: run, source: 'api_server' })] })
  const advice = makeAdviser().advise([anIncident({ subject: run })], sample, null)
  expect(advice[anIncident().id]?.safe).toContainEqual(
    expect.objectContaining({ kind: 'stop-run', runId: run }),
  )
  expect(kindsOf(makeAdviser())).not.toContain('stop-run')
})

it('every open incident gets its own advice', () => {
  const incidents = [anIncident({ id: 'one' }), anIncident({ id: 'two', kind: 'disk-filling', subject: '' })]
  const advice = makeAdviser().advise(incidents, look(), null)
  expect(Object.keys(advice)).toEqual(['one', 'two'])
  expect(advice.one).not.toEqual(advice.two)
})
