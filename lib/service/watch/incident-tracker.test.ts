import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HomeRef } from '../../domain/home/home.ts'
import { NO_TOKENS } from '../../domain/tokens/token-sums.ts'
import type { Sighting } from '../../domain/watch/incidents/incident.ts'
import type { LightSample } from '../../domain/watch/light-sample.ts'
import { USUAL_LIMITS, type WatchLimits } from '../../domain/watch/limits/limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { openStore, type Store } from '../../store/open-store.ts'
import { type HookServer, hookServer } from '../../testing/processes/hook-server.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { aSighting } from '../../testing/watch/incidents.ts'
import { aLook, aTick } from '../../testing/watch/light-samples.ts'
import { IncidentKeeper } from './incident-tracker.ts'

const NOW_MS = Date.UTC(2026, 10, 16, 12)
const EVERY_MS = 5 * SECOND_MS

let temp: TempHome
let store: Store
let hook: HookServer
let keepers: IncidentKeeper[] = []
/** What the detector sees at the next look. */
let seen: Sighting[] = []
let limitsSeen: WatchLimits | null = null
let nowMs = NOW_MS

beforeEach(async () => {
  temp = tempHome()
  store = openAgain()
  hook = await hookServer()
  seen = []
  nowMs = NOW_MS
  keepers = []
})
afterEach(async () => {
  for (const keeper of keepers) keeper.stop()
  await hook.stop()
  if (store.db.open) store.close()
  temp.cleanup()
})

function openAgain(): Store {
  const opened = openStore(join(temp.root, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  return opened.value
}

function makeKeeper(over: Store | null = store): IncidentKeeper {
  const home: HomeRef = {
    id: 'main',
    label: 'main',
    path: temp.path,
    profile: null,
    root: temp.path,
    demo: false,
  }
  const keeper = new IncidentKeeper(home, over, {
    webhook: { url: hook.url, secret: null, version: '0' },
    detector: {
      look: (_sample, limits) => {
        limitsSeen = limits
        return seen
      },
      remembered: () => 0,
    },
    webhookTimes: { firstPauseMs: 1, longestPauseMs: 1 },
  })
  keepers.push(keeper)
  return keeper
}

/** Looks every five seconds until the condition is folded as expected; how long that takes is the folder's own matter. */
function lookUntil(
  keeper: IncidentKeeper,
  is: (keeper: IncidentKeeper) => boolean,
  change: Partial<LightSample> = {},
) {
  for (let looks = 0; looks < 2_000; looks += 1) {
    nowMs += EVERY_MS
    keeper.look(aLook({ atMs: nowMs, ...change }))
    if (is(keeper)) return
  }
  throw new Error('it never came to that')
}
const isOpen = ({ book }: IncidentKeeper) => book.open.length === 1
const isClosed = ({ book }: IncidentKeeper) => book.open.length === 0
const isCritical = ({ book }: IncidentKeeper) => book.open[0]?.level === 'critical'
const events = () => hook.received.map(({ body }) => JSON.parse(body).event)
const kinds = (keeper: IncidentKeeper) => keeper.book.open[0]?.timeline.map(({ kind }) => kind)

it('what holds opens, gets worse and closes; each is told once and stands in the timeline', async () => {
  const keeper = makeKeeper()
  seen = [aSighting()]
  lookUntil(keeper, isOpen)
  await hook.arrived(1)
  const id = keeper.book.open[0]?.id ?? ''
  seen = [aSighting({ level: 'critical' })]
  lookUntil(keeper, isCritical)
  await hook.arrived(2)
  seen = []
  lookUntil(keeper, isClosed)
  await hook.arrived(3)
  expect(events()).toEqual(['opened', 'escalated', 'closed'])
  const closed = keeper.book.find(id)
  expect(closed?.closedMs).toBe(nowMs)
  await expect.poll(() => keeper.book.find(id)?.timeline.filter(({ kind }) => kind === 'told').length).toBe(3)
  const { openedMs = 0, closedMs = 0, title = '' } = closed ?? {}
  const lastClosed = { id, title, openedMs, closedMs }
  expect(keeper.kept(nowMs)).toEqual({ incidents: [], closedThisWeek: 1, lastClosed })
  expect(keeper.kept(nowMs + 8 * DAY_MS)).toEqual({ incidents: [], closedThisWeek: 0 })
})

it('a restart finds the open incident again, goes on with it and tells nobody twice', async () => {
  seen = [aSighting()]
  const first = makeKeeper()
  lookUntil(first, isOpen)
  await hook.arrived(1)
  await expect.poll(() => kinds(first)).toContain('told')
  lookUntil(first, ({ book }) => (book.open[0]?.values.length ?? 0) > 3)
  nowMs += MINUTE_MS
  first.look(aLook({ atMs: nowMs }))
  const before = first.book.open[0]
  first.stop()
  store.close()
  store = openAgain()
  const second = makeKeeper()
  expect(second.book.open).toEqual([before])
  nowMs += EVERY_MS
  second.look(aLook({ atMs: nowMs }))
  expect(second.book.open).toHaveLength(1)
  expect(second.book.open[0]?.id).toBe(before?.id)
  seen = []
  lookUntil(second, isClosed)
  await hook.arrived(2)
  expect(events()).toEqual(['opened', 'closed'])
})

describe('a steward.db that cannot be written', () => {
  it('the watch goes on in memory and says so; what is owed is written when it can be', async () => {
    const keeper = makeKeeper()
    seen = [aSighting()]
    store.db.pragma('query_only = 1')
    lookUntil(keeper, isOpen)
    expect(keeper.notices().map(({ code }) => code)).toEqual(['incidents-unwritten'])
    const id = keeper.book.open[0]?.id ?? ''
    seen = []
    lookUntil(keeper, isClosed)
    expect(keeper.kept(nowMs).closedThisWeek).toBe(1)
    expect(keeper.book.find(id)?.closedMs).toBe(nowMs)
    await hook.arrived(2)
    expect(events()).toEqual(['opened', 'closed'])
    store.db.pragma('query_only = 0')
    nowMs += EVERY_MS
    keeper.look(aLook({ atMs: nowMs }))
    expect(keeper.notices()).toEqual([])
    expect(keeper.kept(nowMs).closedThisWeek).toBe(1)
    expect(makeKeeper().book.find(id)?.closedMs).not.toBeNull()
  })

  it('nor one that could never be opened', async () => {
    const keeper = makeKeeper(null)
    seen = [aSighting()]
    lookUntil(keeper, isOpen)
    seen = []
    lookUntil(keeper, isClosed)
    await hook.arrived(2)
    expect(keeper.kept(nowMs).closedThisWeek).toBe(1)
    const page = keeper.book.closedPage({ cursor: null, limit: 10 })
    expect(page.ok && page.value.items).toHaveLength(1)
  })
})

it('limits that were set hold from the next look on, for every home; unreadable ones are the usual with a notice', () => {
  const [one, other] = [makeKeeper(), makeKeeper()]
  one.look(aLook({ atMs: NOW_MS }))
  expect(limitsSeen).toEqual(USUAL_LIMITS)
  expect(one.book.setLimits({ ...USUAL_LIMITS, tokensPerMinute: 7 })).toBe(true)
  other.look(aLook({ atMs: NOW_MS + EVERY_MS }))
  expect(limitsSeen?.tokensPerMinute).toBe(7)
  store.db.prepare("UPDATE setting SET value = 'nonsense'").run()
  other.look(aLook({ atMs: NOW_MS + 2 * EVERY_MS }))
  expect(limitsSeen).toEqual(USUAL_LIMITS)
  expect(other.notices().map(({ code }) => code)).toEqual(['limits-unreadable'])
  expect(one.book.setLimits(null)).toBe(true)
  expect(other.notices()).toEqual([])
})

it('a minute after something was done the timeline says whether the rate fell', () => {
  const keeper = makeKeeper()
  seen = [aSighting()]
  const burning = (tokens: number) => {
    const burnt = { ...NO_TOKENS, input: tokens }
    return {
      burnt: { ...NO_TOKENS, input: tokens + 100 },
      moved: [aTick({ cronJobId: '7c2e90d4ab11', tokens: burnt })],
    }
  }
  lookUntil(keeper, isOpen, burning(10_000))
  const id = keeper.book.open[0]?.id ?? ''
  const actedMs = nowMs
  keeper.acted(id, 'paused it', { kind: 'job', id: '7c2e90d4ab11' }, actedMs)
  expect(kinds(keeper)).toContain('acted')
  lookUntil(keeper, () => nowMs > actedMs + MINUTE_MS, burning(250))
  const timeline = keeper.book.find(id)?.timeline ?? []
  expect(timeline.filter(({ kind, words }) => kind === 'evidence' && words.startsWith('The rate'))).toEqual([
    expect.objectContaining({
      atMs: actedMs + MINUTE_MS,
      words: 'The rate fell: 120 K tokens a minute before, 3 K tokens a minute one minute after.',
    }),
  ])
  expect(keeper.last?.sample.atMs).toBe(nowMs)
})

it('between changes the store is written once a minute, not with every look', () => {
  const keeper = makeKeeper()
  seen = [aSighting()]
  lookUntil(keeper, isOpen)
  const changes = () => Number(store.db.prepare('SELECT total_changes()').pluck().get())
  nowMs += EVERY_MS
  keeper.look(aLook({ atMs: nowMs }))
  const before = changes()
  for (let looks = 0; looks < 120; looks += 1) {
    nowMs += EVERY_MS
    keeper.look(aLook({ atMs: nowMs }))
  }
  expect(changes() - before).toBeLessThanOrEqual(15)
})

it('reads that went on by themselves stand in the timeline of what is open, and in a notice for an hour', () => {
  const keeper = makeKeeper()
  seen = [aSighting()]
  lookUntil(keeper, isOpen)
  keeper.parts.onResumed?.(30 * MINUTE_MS, nowMs)
  expect(keeper.book.open[0]?.timeline.at(-1)).toMatchObject({
    kind: 'evidence',
    words: 'Reads had been paused for 30 min and went on by themselves.',
  })
  expect(keeper.notices().map(({ code }) => code)).toEqual(['reads-resumed'])
  nowMs += HOUR_MS
  keeper.look(aLook({ atMs: nowMs }))
  expect(keeper.notices()).toEqual([])
})
