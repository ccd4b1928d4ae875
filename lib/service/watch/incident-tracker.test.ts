import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HomeRef } from '../../domain/home/home.ts'
import { NO_TOKENS } from '../../domain/tokens/token-sums.ts'
import type { Detection } from '../../domain/watch/incidents/incident.ts'
import type { LightSample } from '../../domain/watch/light-sample.ts'
import { DEFAULT_LIMITS, type WatchLimits } from '../../domain/watch/limits/limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { openStore, type Store } from '../../store/open-store.ts'
import { type HookServer, hookServer } from '../../testing/processes/hook-server.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { aDetection } from '../../testing/watch/incidents.ts'
import { aSample, aTick } from '../../testing/watch/light-samples.ts'
import { setWatchLimits } from '../commands/set-watch-limits.ts'
import { IncidentTracker } from './incident-tracker.ts'

const NOW_MS = Date.UTC(2026, 10, 16, 12)
const EVERY_MS = 5 * SECOND_MS
const BY = { name: 'operator-abc', role: 'operator', address: '10.0.0.7' } as const

let temp: TempHome
let store: Store
let hook: HookServer
let trackers: IncidentTracker[] = []
/** What the detector reports for the next sample. */
let seen: Detection[] = []
let limitsSeen: WatchLimits | null = null
let nowMs = NOW_MS

beforeEach(async () => {
  temp = tempHome()
  store = openAgain()
  hook = await hookServer()
  seen = []
  nowMs = NOW_MS
  trackers = []
})
afterEach(async () => {
  for (const tracker of trackers) tracker.stop()
  await hook.stop()
  if (store.db.open) store.close()
  temp.cleanup()
})

function openAgain(): Store {
  const opened = openStore(join(temp.root, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  return opened.value
}

function makeTracker(over: Store | null = store): IncidentTracker {
  const home: HomeRef = {
    id: 'main',
    label: 'main',
    path: temp.path,
    profile: null,
    root: temp.path,
    demo: false,
  }
  const tracker = new IncidentTracker(home, over, {
    webhook: { url: hook.url, secret: null, version: '0' },
    detector: {
      detect: (_sample, limits) => {
        limitsSeen = limits
        return seen
      },
      trackedCount: () => 0,
    },
    webhookTimes: { firstPauseMs: 1, longestPauseMs: 1 },
  })
  trackers.push(tracker)
  return tracker
}

/** Samples every five seconds until the incident is in the expected state, however long that takes. */
function sampleUntil(
  tracker: IncidentTracker,
  is: (tracker: IncidentTracker) => boolean,
  change: Partial<LightSample> = {},
) {
  for (let samples = 0; samples < 2_000; samples += 1) {
    nowMs += EVERY_MS
    tracker.addSample(aSample({ atMs: nowMs, ...change }))
    if (is(tracker)) return
  }
  throw new Error('it never came to that')
}
const isOpen = ({ registry }: IncidentTracker) => registry.open.length === 1
const isClosed = ({ registry }: IncidentTracker) => registry.open.length === 0
const isCritical = ({ registry }: IncidentTracker) => registry.open[0]?.level === 'critical'
const events = () => hook.received.map(({ body }) => JSON.parse(body).event)
const kinds = (tracker: IncidentTracker) => tracker.registry.open[0]?.timeline.map(({ kind }) => kind)

it('an incident opens, escalates and closes, each delivered once and recorded in the timeline', async () => {
  const tracker = makeTracker()
  seen = [aDetection()]
  sampleUntil(tracker, isOpen)
  await hook.arrived(1)
  const id = tracker.registry.open[0]?.id ?? ''
  seen = [aDetection({ level: 'critical' })]
  sampleUntil(tracker, isCritical)
  await hook.arrived(2)
  seen = []
  sampleUntil(tracker, isClosed)
  await hook.arrived(3)
  expect(events()).toEqual(['opened', 'escalated', 'closed'])
  const closed = tracker.registry.find(id)
  expect(closed?.closedMs).toBe(nowMs)
  await expect
    .poll(() => tracker.registry.find(id)?.timeline.filter(({ kind }) => kind === 'notified').length)
    .toBe(3)
  const { openedMs = 0, closedMs = 0, title = '' } = closed ?? {}
  const lastClosed = { id, title, openedMs, closedMs }
  expect(tracker.kept(nowMs)).toEqual({ incidents: [], closedThisWeek: 1, lastClosed })
  expect(tracker.kept(nowMs + 8 * DAY_MS)).toEqual({ incidents: [], closedThisWeek: 0 })
})

it('a restart resumes the open incident and sends no notification twice', async () => {
  seen = [aDetection()]
  const first = makeTracker()
  sampleUntil(first, isOpen)
  await hook.arrived(1)
  await expect.poll(() => kinds(first)).toContain('notified')
  sampleUntil(first, ({ registry }) => (registry.open[0]?.values.length ?? 0) > 3)
  nowMs += MINUTE_MS
  first.addSample(aSample({ atMs: nowMs }))
  const before = first.registry.open[0]
  first.stop()
  store.close()
  store = openAgain()
  const second = makeTracker()
  expect(second.registry.open).toEqual([before])
  nowMs += EVERY_MS
  second.addSample(aSample({ atMs: nowMs }))
  expect(second.registry.open).toHaveLength(1)
  expect(second.registry.open[0]?.id).toBe(before?.id)
  seen = []
  sampleUntil(second, isClosed)
  await hook.arrived(2)
  expect(events()).toEqual(['opened', 'closed'])
})

describe('a steward.db that cannot be written', () => {
  it('tracking continues in memory and reports it, and the backlog is written once possible', async () => {
    const tracker = makeTracker()
    seen = [aDetection()]
    store.db.pragma('query_only = 1')
    sampleUntil(tracker, isOpen)
    expect(tracker.notices().map(({ code }) => code)).toEqual(['incidents-unwritten'])
    const id = tracker.registry.open[0]?.id ?? ''
    seen = []
    sampleUntil(tracker, isClosed)
    expect(tracker.kept(nowMs).closedThisWeek).toBe(1)
    expect(tracker.registry.find(id)?.closedMs).toBe(nowMs)
    await hook.arrived(2)
    expect(events()).toEqual(['opened', 'closed'])
    store.db.pragma('query_only = 0')
    nowMs += EVERY_MS
    tracker.addSample(aSample({ atMs: nowMs }))
    expect(tracker.notices()).toEqual([])
    expect(tracker.kept(nowMs).closedThisWeek).toBe(1)
    expect(makeTracker().registry.find(id)?.closedMs).not.toBeNull()
  })

  it('incidents open and close even if it could never be opened', async () => {
    const tracker = makeTracker(null)
    seen = [aDetection()]
    sampleUntil(tracker, isOpen)
    seen = []
    sampleUntil(tracker, isClosed)
    await hook.arrived(2)
    expect(tracker.kept(nowMs).closedThisWeek).toBe(1)
    const page = tracker.registry.closedPage({ cursor: null, limit: 10 })
    expect(page.ok && page.value.items).toHaveLength(1)
  })
})

it('new limits apply to every home at the next sample, unreadable ones give defaults and a notice', () => {
  const [one, other] = [makeTracker(), makeTracker()]
  const context = { store, now: () => NOW_MS }
  one.addSample(aSample({ atMs: NOW_MS }))
  expect(limitsSeen).toEqual(DEFAULT_LIMITS)
  expect(setWatchLimits(context, { limits: { ...DEFAULT_LIMITS, tokensPerMinute: 7 }, by: BY })).toBe(true)
  other.addSample(aSample({ atMs: NOW_MS + EVERY_MS }))
  expect(limitsSeen?.tokensPerMinute).toBe(7)
  store.db.prepare("UPDATE setting SET value = 'nonsense'").run()
  other.addSample(aSample({ atMs: NOW_MS + 2 * EVERY_MS }))
  expect(limitsSeen).toEqual(DEFAULT_LIMITS)
  expect(other.notices().map(({ code }) => code)).toEqual(['limits-unreadable'])
  expect(setWatchLimits(context, { limits: null, by: BY })).toBe(true)
  expect(other.notices()).toEqual([])
})

it('a minute after an action the timeline says whether the rate fell', () => {
  const tracker = makeTracker()
  seen = [aDetection()]
  const burning = (tokens: number) => {
    const burnt = { ...NO_TOKENS, input: tokens }
    return {
      burnt: { ...NO_TOKENS, input: tokens + 100 },
      moved: [aTick({ cronJobId: '7c2e90d4ab11', tokens: burnt })],
    }
  }
  sampleUntil(tracker, isOpen, burning(10_000))
  const id = tracker.registry.open[0]?.id ?? ''
  const actedMs = nowMs
  tracker.acted(id, 'paused it', { kind: 'job', id: '7c2e90d4ab11' }, actedMs)
  expect(kinds(tracker)).toContain('acted')
  sampleUntil(tracker, () => nowMs > actedMs + MINUTE_MS, burning(250))
  const timeline = tracker.registry.find(id)?.timeline ?? []
  expect(timeline.filter(({ kind, words }) => kind === 'evidence' && words.startsWith('The rate'))).toEqual([
    expect.objectContaining({
      atMs: actedMs + MINUTE_MS,
      words: 'The rate fell: 120 K tokens a minute before, 3 K tokens a minute one minute after.',
    }),
  ])
  expect(tracker.last?.sample.atMs).toBe(nowMs)
})

it('between changes the store is written once a minute, not with every sample', () => {
  const tracker = makeTracker()
  seen = [aDetection()]
  sampleUntil(tracker, isOpen)
  const changes = () => Number(store.db.prepare('SELECT total_changes()').pluck().get())
  nowMs += EVERY_MS
  tracker.addSample(aSample({ atMs: nowMs }))
  const before = changes()
  for (let samples = 0; samples < 120; samples += 1) {
    nowMs += EVERY_MS
    tracker.addSample(aSample({ atMs: nowMs }))
  }
  expect(changes() - before).toBeLessThanOrEqual(15)
})

it('automatically resumed reads are in the timeline of open incidents, and in a notice for an hour', () => {
  const tracker = makeTracker()
  seen = [aDetection()]
  sampleUntil(tracker, isOpen)
  tracker.parts.onResumed?.(30 * MINUTE_MS, nowMs)
  expect(tracker.registry.open[0]?.timeline.at(-1)).toMatchObject({
    kind: 'evidence',
    words: 'Reads had been paused for 30 min and went on by themselves.',
  })
  expect(tracker.notices().map(({ code }) => code)).toEqual(['reads-resumed'])
  nowMs += HOUR_MS
  tracker.addSample(aSample({ atMs: nowMs }))
  expect(tracker.notices()).toEqual([])
})
