/** Which homes are watched, and what happens if one disappears or its store opens late. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { makeHome } from '../../testing/make-home.ts'
import { type HookServer, hookServer } from '../../testing/processes/hook-server.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import type { CollectorSettings } from './collector-protocol.ts'
import { ObservedHomes } from './observed-homes.ts'

let temp: TempHome
let hook: HookServer
let homes: ObservedHomes
const clock = { atMs: 0, elapsedMs: 0 }

beforeEach(async () => {
  temp = tempHome()
  hook = await hookServer()
  Object.assign(clock, { atMs: Date.now(), elapsedMs: 0 })
})
afterEach(async () => {
  homes.stop()
  await hook.stop()
  temp.cleanup()
})

const root = () => join(temp.root, 'hermes')
const data = () => join(temp.root, 'data')
const profile = () => join(root(), 'profiles', 'work')

function watch(change: Partial<CollectorSettings> = {}): ObservedHomes {
  homes = new ObservedHomes(
    {
      hermesHome: root(),
      extraHomes: [],
      dataDir: data(),
      demoHome: null,
      readOnly: false,
      ...change,
    },
    {
      readOnly: false,
      clock: () => clock.atMs,
      elapsed: () => clock.elapsedMs,
      webhook: { url: hook.url, secret: null, version: '0' },
    },
  )
  return homes
}

const make = (path: string) => makeHome({ path, era: 'aug', nowMs: clock.atMs, sessions: [{ id: 'a' }] })
const ids = () => homes.now().map(({ home }) => home.id)

/** Samples every home as the collector does, for this long. */
function sampleFor(ms: number): void {
  for (let passed = 0; passed < ms; passed += 5 * SECOND_MS) {
    clock.atMs += 5 * SECOND_MS
    clock.elapsedMs += 5 * SECOND_MS
    for (const { sampler } of homes.now()) sampler.takeSample()
  }
}

const openKinds = (id: string) => homes.get(id)?.incidents.registry.open.map(({ kind }) => kind)
const delivered = () =>
  hook.received.map(({ body }) => JSON.parse(body)).map(({ event, incident }) => [event, incident.id])

it('a profile whose folder disappears stays watched and is reported missing until it returns', async () => {
  make(root())
  make(profile())
  watch()
  sampleFor(MINUTE_MS)
  expect(ids()).toEqual(['main', 'work'])
  renameSync(profile(), join(temp.root, 'elsewhere'))
  sampleFor(3 * MINUTE_MS)
  expect(ids()).toEqual(['main', 'work'])
  expect(homes.get('work')?.sampler.takeSample().trouble?.code).toBe('home-missing')
  expect(openKinds('work')).toEqual(['database-gone'])
  renameSync(join(temp.root, 'elsewhere'), profile())
  sampleFor(3 * MINUTE_MS)
  expect(openKinds('work')).toEqual([])
  await hook.arrived(2)
  expect(delivered().map(([event]) => event)).toEqual(['opened', 'closed'])
})

it('the demo replaces a home that never existed, but not one that disappeared', () => {
  const demo = join(temp.root, 'demo')
  const further = join(temp.root, 'further')
  for (const path of [demo, join(demo, 'profiles', 'play'), further]) make(path)
  watch({ demoHome: demo, extraHomes: [further] })
  sampleFor(5 * SECOND_MS)
  expect(homes.get('main')?.home.path).toBe(demo)
  expect(ids()).toEqual(['main', 'play', 'further'])
  make(root())
  sampleFor(2 * MINUTE_MS)
  expect(homes.get('main')?.home.path).toBe(root())
  expect(ids()).toEqual(['main', 'further'])
  rmSync(root(), { recursive: true })
  sampleFor(2 * MINUTE_MS)
  expect(homes.get('main')?.home.path).toBe(root())
  expect(openKinds('main')).toEqual(['database-gone'])
})

it('a late steward.db takes over open incidents, delivers none twice, and closes them', async () => {
  make(root())
  // A file in place of our data folder, so that it cannot be opened.
  writeFileSync(data(), '')
  watch()
  sampleFor(30 * SECOND_MS)
  const before = homes.get('main')
  renameSync(join(root(), 'state.db'), join(root(), 'state.db.away'))
  sampleFor(MINUTE_MS)
  expect(before?.memory).toBeNull()
  const [incident] = before?.incidents.registry.open ?? []
  expect(incident?.kind).toBe('database-gone')
  rmSync(data())
  mkdirSync(data())
  sampleFor(2 * MINUTE_MS)
  const after = homes.get('main')
  expect(after).not.toBe(before)
  expect(after?.memory).not.toBeNull()
  expect(after?.incidents.registry.open.map(({ id }) => id)).toEqual([incident?.id])
  expect(after?.incidents.registry.hasUnsaved).toBe(false)
  renameSync(join(root(), 'state.db.away'), join(root(), 'state.db'))
  sampleFor(3 * MINUTE_MS)
  await hook.arrived(2)
  expect(delivered()).toEqual([
    ['opened', incident?.id],
    ['closed', incident?.id],
  ])
  const page = after?.incidents.registry.closedPage({ cursor: null, limit: 5 })
  expect(page?.ok && page.value.items.map(({ id }) => id)).toEqual([incident?.id])
})
