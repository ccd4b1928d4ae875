import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LightSample } from '../../domain/watch/light-sample.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { anIncident } from '../../testing/watch/incidents.ts'
import { aSample, aTick } from '../../testing/watch/light-samples.ts'
import { Adviser, type KnownSession } from './adviser.ts'

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
  mkdirSync(temp.path)
})
afterEach(() => temp.cleanup())

const makeAdviser = () =>
  new Adviser({ id: 'main', label: 'main', path: temp.path, profile: null, root: temp.path, demo: false })
const NOW_MS = 1_790_000_000_000
const sampleAt = (afterMs = 0) => aSample({ atMs: NOW_MS + afterMs })
const kindsOf = (adviser: Adviser, incident = anIncident(), sample = sampleAt()) =>
  adviser.advise([incident], [sample], null)[incident.id]?.safe.map(({ kind }) => kind)

it('pausing the job is offered within a minute after Hermes’ API server is configured', () => {
  const adviser = makeAdviser()
  expect(kindsOf(adviser)).not.toContain('pause-job')
  writeFileSync(join(temp.path, '.env'), 'API_SERVER_KEY=k\n')
  expect(kindsOf(adviser)).not.toContain('pause-job')
  expect(kindsOf(adviser, anIncident(), sampleAt(MINUTE_MS))).toContain('pause-job')
})

it('an API run is stopped by the id it gave its session, and other sessions have no run id', () => {
  writeFileSync(join(temp.path, '.env'), 'API_SERVER_KEY=k\n')
  const run = `run_${'0a'.repeat(16)}`
  const sample = aSample({ atMs: NOW_MS, moved: [aTick({ id: run, source: 'api_server' })] })
  const advice = makeAdviser().advise([anIncident({ subject: run })], [sample], null)
  expect(advice[anIncident().id]?.safe).toContainEqual(
    expect.objectContaining({ kind: 'stop-agent-run', runId: run }),
  )
  expect(kindsOf(makeAdviser())).not.toContain('stop-agent-run')
})

it('every open incident gets its own advice', () => {
  const incidents = [anIncident({ id: 'one' }), anIncident({ id: 'two', kind: 'disk-filling', subject: '' })]
  const advice = makeAdviser().advise(incidents, [sampleAt()], null)
  expect(Object.keys(advice)).toEqual(['one', 'two'])
  expect(advice.one).not.toEqual(advice.two)
})

describe('a session that is idle between two calls', () => {
  const incident = anIncident({ subject: '20261116_cli_1' })
  const wordsFor = (adviser: Adviser, samples: LightSample[], find?: () => KnownSession | null) =>
    JSON.stringify(adviser.advise([incident], samples, null, find)[incident.id]?.safe)
  const moving = (source: string) =>
    aSample({ atMs: NOW_MS, moved: [aTick({ id: incident.subject, source })] })

  it.each([
    ['cli', 'Press Ctrl+C in its terminal'],
    ['subagent', 'stop that one'],
    ['telegram', 'Send /stop in that chat'],
  ])('of %s has instructions to stop it in every sample, not only when it moves', (source, words) => {
    const adviser = makeAdviser()
    expect(wordsFor(adviser, [moving(source), sampleAt(20_000)])).toContain(words)
    expect(wordsFor(adviser, [sampleAt(100_000)])).toContain(words)
    expect(wordsFor(adviser, [sampleAt(200_000)])).toContain(words)
  })

  it('is found in the home’s snapshot after a restart', () => {
    const find = () => ({ source: 'cli', cronJobId: null })
    expect(wordsFor(makeAdviser(), [sampleAt()], find)).toContain('Press Ctrl+C')
  })
})
