/** Usage of pruned sessions is recorded once, whatever happens to the run, and dropped when they are restored. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { HomeRef } from '../../domain/home/home.ts'
import type { TokensView } from '../../domain/tokens/tokens-view.ts'
import { readPrunedUsage } from '../../store/samples/pruned-usage.ts'
import { type CleanLab, cleanLab, dataBeside, stepsOf } from '../../testing/clean-lab.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { HomeMemory } from '../observe/home-memory.ts'
import { HomeObserver } from '../observe/home-observer.ts'
import { readTokens } from '../reports/read-tokens.ts'
import { keepUsage } from './keep-usage.ts'
import { itemsOf } from './run-plan.ts'

let temp: TempHome
let lab: CleanLab
beforeEach(() => {
  temp = tempHome()
  smallHome(temp.path, 'nov', Date.now(), { checkpoints: [] })
  lab = cleanLab(temp.path, dataBeside(temp.path))
})
afterEach(() => {
  lab.store.close()
  temp.cleanup()
})

/** Read by a new instance, as after a restart. */
function tokens(home: HomeRef = lab.home): Promise<TokensView> {
  const memory = new HomeMemory(lab.store, home.path)
  const observer = new HomeObserver(home, memory, { readOnly: false, clock: Date.now })
  return readTokens(observer, { days: 365, by: 'source' })
}

const figures = (totals: TokensView['allTime']) => [
  totals?.sessions,
  totals?.input,
  totals?.output,
  totals?.cacheRead,
  totals?.cacheWrite,
]

const together = ({ allTime, pruned }: TokensView) =>
  figures(allTime).map((count, at) => (count ?? 0) + (figures(pruned?.allTime ?? null)[at] ?? 0))

const SESSIONS = stepsOf('prune-sessions')

it('usage of pruned sessions is counted separately, and restored with their rows', async () => {
  const before = await tokens()
  expect(before.pruned?.allTime.sessions).toBe(0)
  const receipt = await lab.run(await lab.plan(SESSIONS, 'trash'))
  expect(receipt.done).toBeGreaterThan(5)

  const after = await tokens()
  expect(after.allTime?.input).toBeLessThan(before.allTime?.input ?? 0)
  expect(after.pruned?.allTime.sessions).toBe(receipt.done)
  expect(together(after)).toEqual(figures(before.allTime))
  const inGroups = after.pruned?.groups.reduce((sum, { input }) => sum + input, 0)
  const onDays = after.pruned?.days.reduce((sum, { input }) => sum + input, 0)
  expect([inGroups, onDays]).toEqual([after.pruned?.inRange.input, after.pruned?.inRange.input])

  await lab.restore(receipt.id)
  const restored = await tokens()
  expect(restored.pruned?.allTime.sessions).toBe(0)
  expect(figures(restored.allTime)).toEqual(figures(before.allTime))
  expect(readPrunedUsage(lab.store, 1)).toEqual([])
})

it('usage recorded for a session that was then kept is counted once, by its row', async () => {
  const plan = await lab.plan(SESSIONS, 'trash')
  const before = await tokens()
  // As after a kill before the first batch, with the run started twice.
  const items = itemsOf(lab.tools, { planId: plan.id })
  for (const _ of [1, 2]) keepUsage(lab.tools, lab.home, items)
  expect(readPrunedUsage(lab.store, 1).length).toBeGreaterThan(5)
  const after = await tokens()
  expect(after.pruned?.allTime.sessions).toBe(0)
  expect(figures(after.allTime)).toEqual(figures(before.allTime))
})

it('a session that was used since the preview and kept is not recorded as pruned', async () => {
  const plan = await lab.plan(SESSIONS, 'trash')
  const [first] = itemsOf(lab.tools, { planId: plan.id })
  if (first?.target.kind !== 'session') throw new Error('the plan takes sessions')
  const db = new Database(join(temp.path, 'state.db'))
  db.prepare('UPDATE sessions SET message_count = message_count + 1 WHERE id = ?').run(first.target.sessionId)
  db.close()
  const receipt = await lab.run(plan)
  expect(receipt.skipped).toBeGreaterThan(0)
  const kept = readPrunedUsage(lab.store, 1)
  expect(kept).toHaveLength(receipt.done)
  expect(kept.map(({ id }) => id)).not.toContain(first.target.sessionId)
})
