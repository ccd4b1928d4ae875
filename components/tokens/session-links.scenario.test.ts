/** Every link on the tokens page leads to sessions that add up to the number beside it. */
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { TOKEN_GROUPINGS } from '@/lib/domain/tokens/tokens-view.ts'
import { parseSessionParams } from '@/lib/server/http/params/session-params.ts'
import { HomeMemory } from '@/lib/service/observe/home-memory.ts'
import { HomeObserver } from '@/lib/service/observe/home-observer.ts'
import { readSessionList } from '@/lib/service/reports/read-session-list.ts'
import { readTokens } from '@/lib/service/reports/read-tokens.ts'
import { openStore } from '../../lib/store/open-store.ts'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { tempHome } from '../../lib/testing/temp-home.ts'
import { listingParams, parseSessionsView, startedHref } from '../sessions/view-state.ts'
import { breakdownModel } from './breakdown-model.ts'

const temp = tempHome()
const store = openStore(join(temp.root, 'data'))
if (!store.ok) throw new Error(store.fault.detail)
afterAll(() => {
  store.value.close()
  temp.cleanup()
})

const nowMs = Date.now()
const path = smallHome(join(temp.root, 'home'), 'mar', nowMs, { checkpoints: [] }).path
const home = new HomeObserver(
  { id: 'main', label: 'main', path, profile: null, root: path, demo: false },
  new HomeMemory(store.value, path),
  { readOnly: false, clock: () => nowMs },
)

type Sums = { sessions: number; input: number; output: number; cacheRead: number; cacheWrite: number }
const figures = ({ sessions, input, output, cacheRead, cacheWrite }: Sums) => [
  sessions,
  input,
  output,
  cacheRead,
  cacheWrite,
]

/** Parses the link and queries the sessions as the page does. */
async function listed(href: string): Promise<number[]> {
  const view = parseSessionsView(new URL(href, 'http://localhost').searchParams)
  const params = parseSessionParams(listingParams(view))
  const answer = params.ok ? await readSessionList(home, params.value.query) : null
  if (!answer?.ok) throw new Error(`no list for ${href}`)
  const { total, totals } = answer.value
  return [total, totals.inputTokens, totals.outputTokens, totals.cacheReadTokens, totals.cacheWriteTokens]
}

it('a day’s tokens equal those of the sessions that started on it', async () => {
  const { booked } = await readTokens(home, { days: 90, by: 'source' })
  const used = booked?.days.filter(({ sessions }) => sessions > 0) ?? []
  expect(used.length).toBeGreaterThan(5)
  for (const day of used)
    expect(await listed(startedHref('main', day.day, day.day)), day.day).toEqual(figures(day))
})

it.each(TOKEN_GROUPINGS)(
  'by %s, each group’s tokens equal those of its sessions in the range',
  async (by) => {
    for (const days of [7, 30]) {
      const { breakdown, range } = await readTokens(home, { days, by })
      if (breakdown === null) throw new Error('no breakdown')
      const { rows } = breakdownModel(breakdown, [])
      expect(rows.length).toBeGreaterThan(0)
      for (const [index, { sessionsQuery, key }] of rows.entries()) {
        const group = breakdown.groups[index]
        if (sessionsQuery === null || group === undefined) continue
        const href = startedHref('main', range.from, range.to, [sessionsQuery])
        expect(await listed(href), `${key}, ${days} days`).toEqual(figures(group))
      }
    }
  },
)
