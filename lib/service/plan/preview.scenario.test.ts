/** The cost of a preview: the home is assessed once, and nothing is read that the page does not show. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { assessHome } from '../../domain/home/assess-home.ts'
import { buildOverview } from '../../domain/overview/build-overview.ts'
import { readItemPage } from '../../store/plans/plan-items.ts'
import { type CleanLab, cleanLab, dataBeside, stepsOf } from '../../testing/clean-lab.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { HomeMemory } from '../observe/home-memory.ts'
import { HomeObserver } from '../observe/home-observer.ts'
import { makeHomePlan } from './make-plan.ts'
import { planFinding } from './plan-start.ts'
import { FIRST_PAGE, readPlanById, readShownPlan } from './read-plan.ts'
import { readPlanPage } from './read-plan-page.ts'

// The real functions, with their calls counted.
vi.mock('../../domain/home/assess-home.ts', { spy: true })
vi.mock('../../domain/overview/build-overview.ts', { spy: true })
vi.mock('../../store/plans/plan-items.ts', { spy: true })

let temp: TempHome
let lab: CleanLab
let observer: HomeObserver
beforeEach(async () => {
  temp = tempHome()
  const { path } = tinyHome(temp.path, Date.now())
  lab = cleanLab(path, dataBeside(path))
  observer = new HomeObserver(lab.home, new HomeMemory(lab.store, path), {
    readOnly: false,
    clock: Date.now,
  })
  // As in normal use, a page of the home was open before.
  await observer.observe()
  vi.clearAllMocks()
})
afterEach(() => {
  lab.store.close()
  temp.cleanup()
})

const finding = (code: string) =>
  planFinding(observer, { code, disposition: 'trash', by: 'a test' }, lab.tools)

it('the preview of a finding assesses the home once and builds no overview', async () => {
  const made = await finding('orphan-checkpoints')
  if (!made.ok) throw new Error(made.fault.code)
  expect(made.value.plan).toMatchObject({ steps: [{ action: 'checkpoints', states: ['orphan'] }] })
  expect(made.value.plan.totals.act.items).toBeGreaterThan(0)
  expect(assessHome).toHaveBeenCalledTimes(1)
  expect(buildOverview).not.toHaveBeenCalled()
})

it('the preview of a policy assesses the home once and answers without items', async () => {
  const request = { steps: stepsOf('prune-sessions'), disposition: 'trash' } as const
  const made = await makeHomePlan(observer, { request, by: 'a test' }, lab.tools)
  if (!made.ok) throw new Error(made.fault.code)
  expect(Object.keys(made.value)).toEqual(['plan'])
  expect(readItemPage(lab.store, made.value.plan.id, FIRST_PAGE)).toMatchObject({
    value: { matched: made.value.plan.totals.act.items + made.value.plan.totals.keep.items },
  })
  expect(assessHome).toHaveBeenCalledTimes(1)
  expect(buildOverview).not.toHaveBeenCalled()
})

it.each(['no-such-finding', 'temporary-packs'])(
  '%s, which is not found now, has no preview',
  async (code) => {
    expect(await finding(code)).toEqual({ ok: false, fault: { code: 'no-such-finding' } })
  },
)

it('a plan alone is read without its items', async () => {
  const { id } = await lab.plan(stepsOf('checkpoints'), 'trash')
  expect(readPlanById(lab.tools, { id })).toMatchObject({ value: { id } })
  expect(readItemPage).not.toHaveBeenCalled()
  expect(readShownPlan(lab.tools, { id })).toMatchObject({ value: { plan: { id } } })
  expect(readItemPage).toHaveBeenCalledTimes(1)
})

it('the page of a plan is one answer with its first items and its protected counts', async () => {
  const made = await finding('orphan-checkpoints')
  if (!made.ok) throw new Error(made.fault.code)
  const { id } = made.value.plan
  const page = await readPlanPage(lab.tools, { id }, (home) => (home === 'main' ? observer : undefined))
  if (!page.ok) throw new Error(page.fault.code)
  expect(page.value.plan.id).toBe(id)
  expect(page.value.protectedCounts).toContainEqual(expect.objectContaining({ code: 'live', amount: 1 }))
  expect(Object.values(page.value.first).flat().length).toBeGreaterThan(0)
})

it('the page of a plan shows no protected counts if its home is no longer open', async () => {
  const plan = await lab.plan(stepsOf('checkpoints'), 'trash')
  expect(await readPlanPage(lab.tools, { id: plan.id }, () => undefined)).toMatchObject({
    value: { plan: { id: plan.id }, protectedCounts: [] },
  })
})
