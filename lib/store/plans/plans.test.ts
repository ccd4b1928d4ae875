import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ItemDraft } from '../../domain/plan/item-draft.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { DAY_MS, HOUR_MS, toIso } from '../../shared/time.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { openStore, type Store } from '../open-store.ts'
import { type ItemQuery, readItemPage, readRunItems } from './plan-items.ts'
import { claimPlan, countWaitingPlans, listPlans, readExcepted, readPlan, savePlan } from './plans.ts'

const NOW_MS = Date.UTC(2026, 10, 15)
let temp: TempHome
let store: Store
beforeEach(() => {
  temp = tempHome()
  store = openOne()
})
afterEach(() => {
  store.close()
  temp.cleanup()
})

function openOne(): Store {
  const opened = openStore(join(temp.root, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  return opened.value
}

const NOTHING = { items: 0, bytes: 0, apparentBytes: 0, rowBytes: 0 }
const aPlan = (id: string, createdAtMs = NOW_MS): Plan => ({
  id,
  homeId: 'main',
  homePath: '/homes/main',
  steps: [{ action: 'orphan-files', olderThanDays: 3 }],
  disposition: 'trash',
  createdAtMs,
  expiresAtMs: createdAtMs + HOUR_MS,
  digest: `digest of ${id}`,
  totals: { act: NOTHING, keep: NOTHING, byReason: [], byStep: [] },
  refusals: [{ step: 0, code: 'read-only', message: 'No.' }],
  createdBy: 'somebody',
  disk: { freeBytes: 5, growthBytesPerDay: null },
  restores: null,
})
const TARGET = {
  kind: 'file',
  file: { path: ['sessions', 'ü.json'], dev: '1', ino: '2', size: 3, mtimeNs: '4', bytes: 5 },
} as const
const anItem = (no: number, item: Partial<ItemDraft> = {}): ItemDraft => ({
  id: String(no),
  step: 0,
  kind: 'file',
  key: `file:sessions/${no}.json`,
  label: `${no}.json`,
  verdict: 'act',
  reason: { code: 'no-session', message: 'No session owns it' },
  bytes: 1_000 - no,
  apparentBytes: 900,
  rowBytes: 0,
  together: null,
  lastActiveMs: NOW_MS,
  target: TARGET,
  targetText: JSON.stringify(TARGET),
  group: 'No session owns it',
  parts: [],
  ...item,
})
const all = {
  verdict: null,
  reason: null,
  step: null,
  together: null,
  q: null,
  cursor: null,
  limit: 100,
} as const
const claim = (id: string, change: Partial<Parameters<typeof claimPlan>[1]> = {}) => ({
  planId: id,
  digest: `digest of ${id}`,
  except: [],
  consent: null,
  receiptId: `receipt of ${id}`,
  by: 'operator',
  nowMs: NOW_MS + 1,
  ...change,
})

it('a plan and its items are read as they were saved', () => {
  const items = [
    anItem(1),
    anItem(2, { verdict: 'keep', rowBytes: null, lastActiveMs: null, target: null, targetText: null }),
  ]
  savePlan(store, aPlan('p'), items)
  expect(readPlan(store, 'p', NOW_MS)).toEqual({
    ...aPlan('p'),
    areItemsDeleted: false,
    state: 'open',
    approvedAtMs: null,
    approvedBy: null,
    receiptId: null,
  })
  const page = readItemPage(store, 'p', all)
  const [first, second] = items.map(
    ({ target: _, targetText: _text, group: _group, parts: _parts, lastActiveMs, ...item }) => ({
      ...item,
      lastActiveAt: toIso(lastActiveMs),
    }),
  )
  expect(page?.ok && page.value.items).toEqual([first, second])
  expect(readRunItems(store, 'p', [])).toEqual([{ ...first, target: TARGET }])
  expect(readPlan(store, 'other', NOW_MS)).toBeNull()
  expect(readItemPage(store, 'other', all)).toBeNull()
})

it('plans wait until they are approved or expire, each for its own home', () => {
  for (const id of ['a', 'b']) savePlan(store, aPlan(id), [])
  savePlan(store, { ...aPlan('c'), homeId: 'work' }, [])
  expect(countWaitingPlans(store, 'main', NOW_MS)).toBe(2)
  expect(claimPlan(store, claim('a')).ok).toBe(true)
  expect(countWaitingPlans(store, 'main', NOW_MS)).toBe(1)
  expect(countWaitingPlans(store, 'main', NOW_MS + HOUR_MS)).toBe(0)
  expect(countWaitingPlans(store, 'work', NOW_MS)).toBe(1)
})

describe('pages', () => {
  const items = Array.from({ length: 250 }, (_, at) =>
    anItem(at + 1, {
      verdict: at % 2 === 0 ? 'act' : 'keep',
      step: at % 5 === 0 ? 1 : 0,
      label: at === 7 ? '100%_\\done' : `${at}.json`,
      reason: { code: at % 3 === 0 ? 'too-young' : 'pinned', message: 'Why' },
    }),
  )
  beforeEach(() => savePlan(store, aPlan('p'), items))

  type Case = readonly [string, Partial<ItemQuery>, (item: ItemDraft) => boolean]
  it.each<Case>([
    ['everything', {}, () => true],
    ['one verdict', { verdict: 'keep' }, ({ verdict }) => verdict === 'keep'],
    ['one reason', { reason: 'pinned' }, ({ reason }) => reason.code === 'pinned'],
    ['one step', { step: 1 }, ({ step }) => step === 1],
    ['a search in labels and keys', { q: '24' }, ({ label, key }) => `${label} ${key}`.includes('24')],
    ['signs that mean something to LIKE', { q: '100%_\\D' }, ({ label }) => label === '100%_\\done'],
    ['nothing', { q: 'zzz' }, () => false],
  ])('through %s give each item once, in order', (_, query, matches) => {
    const expected = items.filter(matches).map(({ id }) => id)
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const page = readItemPage(store, 'p', { ...all, ...query, limit: 7, cursor })
      if (!page?.ok) throw new Error('no page')
      expect(page.value.matched).toBe(cursor === null ? expected.length : null)
      ids.push(...page.value.items.map(({ id }) => id))
      cursor = page.value.nextCursor
    } while (cursor !== null)
    expect(ids).toEqual(expected)
  })

  it('refuse an invented cursor and one of another plan', () => {
    savePlan(store, aPlan('q'), items)
    const page = readItemPage(store, 'q', { ...all, limit: 1 })
    const cursor = page?.ok ? page.value.nextCursor : null
    expect(cursor).not.toBeNull()
    expect(readItemPage(store, 'p', { ...all, cursor })).toEqual({ ok: false, fault: 'bad-cursor' })
    expect(readItemPage(store, 'p', { ...all, cursor: 'abc' })).toEqual({ ok: false, fault: 'bad-cursor' })
  })
})

describe('a claim', () => {
  beforeEach(() => savePlan(store, aPlan('p'), [anItem(1)]))

  it('succeeds once, and a second click gets the first run', () => {
    const other = openOne()
    expect(claimPlan(store, claim('p', { except: ['1'] }))).toEqual({
      ok: true,
      value: { receiptId: 'receipt of p' },
    })
    expect(claimPlan(other, claim('p', { receiptId: 'another' }))).toEqual({
      ok: false,
      fault: { code: 'already-run', receiptId: 'receipt of p' },
    })
    expect(readPlan(other, 'p', NOW_MS)).toMatchObject({
      state: 'approved',
      approvedBy: 'operator',
      receiptId: 'receipt of p',
    })
    expect(readExcepted(other, 'p')).toEqual(['1'])
    other.close()
  })

  it.each([
    ['another digest', { digest: 'x' }, 'digest-differs'],
    ['an hour later', { nowMs: NOW_MS + HOUR_MS }, 'plan-expired'],
    ['a clock that was set back since', { nowMs: NOW_MS - HOUR_MS }, 'plan-expired'],
    ['an unknown plan', { planId: 'x' }, 'no-such-plan'],
  ])('is refused for %s, and the plan stays as it was', (_, change, code) => {
    expect(claimPlan(store, claim('p', change))).toMatchObject({ ok: false, fault: { code } })
    expect(readPlan(store, 'p', NOW_MS)?.state).toBe('open')
    expect(claimPlan(store, claim('p'))).toMatchObject({ ok: true })
  })
})

it('a run gets the items to act on, step by step, without unticked items and their families', () => {
  savePlan(store, aPlan('p'), [
    anItem(1, { step: 1 }),
    anItem(2, { together: 'family' }),
    anItem(3, { together: 'family' }),
    anItem(4, { verdict: 'keep', target: null, targetText: null }),
    anItem(5),
  ])
  expect(readRunItems(store, 'p', []).map(({ id }) => id)).toEqual(['2', '3', '5', '1'])
  expect(readRunItems(store, 'p', ['3']).map(({ id }) => id)).toEqual(['5', '1'])
})

it('plans are deleted a day after they expire, and never while a receipt refers to them', () => {
  savePlan(store, aPlan('approved'), [anItem(1)])
  claimPlan(store, claim('approved'))
  savePlan(store, aPlan('expired'), [anItem(1)])
  savePlan(store, aPlan('soon', NOW_MS + DAY_MS), [anItem(1)])
  expect(readPlan(store, 'expired', NOW_MS + DAY_MS)?.state).toBe('expired')
  expect(readPlan(store, 'expired', NOW_MS - DAY_MS)?.state).toBe('expired')
  savePlan(store, aPlan('later', NOW_MS + DAY_MS + HOUR_MS + 1), [anItem(1)])
  expect(listPlans(store, 'main', NOW_MS).map(({ id }) => id)).toEqual(['later', 'soon', 'approved'])
  expect(store.db.prepare('SELECT count(DISTINCT plan_no) AS plans FROM plan_item').get()).toEqual({
    plans: 3,
  })
})

describe('open plans', () => {
  const savedBy = (createdBy: string, names: readonly string[], atMs = NOW_MS) => {
    for (const name of names) savePlan(store, { ...aPlan(name, atMs), createdBy }, [anItem(1)])
  }
  const numbered = (name: string, times: number) => Array.from({ length: times }, (_, no) => `${name}${no}`)
  const idsBy = (createdBy: string) =>
    listPlans(store, null, NOW_MS, 1_000)
      .filter((plan) => plan.createdBy === createdBy)
      .map(({ id }) => id)
      .reverse()

  it('only the newest ten of a creator are kept', () => {
    savedBy('operator-aaaaaa', numbered('a', 15))
    savedBy('operator-bbbbbb', numbered('b', 3))
    expect(idsBy('operator-aaaaaa')).toEqual(numbered('a', 15).slice(5))
    expect(idsBy('operator-bbbbbb')).toEqual(numbered('b', 3))
    expect(listPlans(store, 'other', NOW_MS)).toEqual([])
  })

  it('viewers never displace the plans of operators, however often they sign in', () => {
    savedBy('operator-aaaaaa', numbered('a', 10))
    savedBy('operator-token', numbered('t', 10))
    for (let no = 0; no < 10; no += 1) savedBy(`viewer-${no}`, numbered(`v${no}-`, 10))
    expect(idsBy('operator-aaaaaa')).toEqual(numbered('a', 10))
    expect(idsBy('operator-token')).toEqual(numbered('t', 10))
    expect(listPlans(store, null, NOW_MS, 1_000)).toHaveLength(40)
    expect(idsBy('viewer-9')).toEqual(numbered('v9-', 10))
    expect(store.db.prepare('SELECT count(DISTINCT plan_no) AS plans FROM plan_item').get()).toEqual({
      plans: 40,
    })
  })

  it('approved plans do not count', () => {
    savedBy('operator-aaaaaa', numbered('approved', 10))
    for (const id of numbered('approved', 10)) claimPlan(store, claim(id))
    savedBy('operator-aaaaaa', numbered('a', 11))
    expect(idsBy('operator-aaaaaa')).toEqual([...numbered('approved', 10), ...numbered('a', 11).slice(1)])
  })

  it('a clock that was set back does not delete the plan just made', () => {
    savedBy('operator-aaaaaa', numbered('a', 10))
    savedBy('operator-aaaaaa', ['earlier'], NOW_MS - HOUR_MS)
    expect(readPlan(store, 'earlier', NOW_MS)).not.toBeNull()
    savedBy('operator-aaaaaa', ['next'])
    expect(readPlan(store, 'earlier', NOW_MS)).not.toBeNull()
  })
})
