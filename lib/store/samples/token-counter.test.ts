import { afterAll, expect, it } from 'vitest'
import { NO_TOKENS } from '../../domain/tokens/token-sums.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { rememberHome } from '../homes.ts'
import { openStore } from '../open-store.ts'
import { countLastTokens, countTokens, readTokenCounter } from './token-counter.ts'

const temp = tempHome()
const opened = openStore(temp.root)
if (!opened.ok) throw new Error(opened.fault.detail)
const store = opened.value
afterAll(() => {
  store.close()
  temp.cleanup()
})

const NOW_MS = Date.UTC(2026, 10, 19)
let made = 0

function counter() {
  made += 1
  const homeId = rememberHome(store, `/home-${made}`)
  const usage = (id: string, startedMs: number, input: number) => ({
    id,
    startedMs,
    tokens: { ...NO_TOKENS, input },
  })
  return {
    homeId,
    usage,
    read: () => readTokenCounter(store, homeId)?.input ?? null,
    count: (atMs: number, id: string, startedMs: number, input: number, completeMs: number | null = atMs) =>
      countTokens(store, homeId, { atMs, rows: [usage(id, startedMs, input)], completeMs }),
    idle: (atMs: number) => countTokens(store, homeId, { atMs, rows: [], completeMs: atMs }),
  }
}

it('is unknown until every row was read once, and counts from then on what is used meanwhile', () => {
  const { count, read } = counter()
  count(NOW_MS, 'a', NOW_MS - DAY_MS, 1_000, null)
  expect(read()).toBeNull()
  count(NOW_MS + MINUTE_MS, 'a', NOW_MS - DAY_MS, 1_040, null)
  count(NOW_MS + MINUTE_MS, 'later in the same pass', NOW_MS - DAY_MS, 5_000, null)
  count(NOW_MS + MINUTE_MS, 'begun meanwhile', NOW_MS + 1, 7)
  expect(read()).toBe(47)
})

it('a run counts the last use of its sessions only against a baseline', () => {
  const { homeId, count, read, usage } = counter()
  countLastTokens(store, homeId, [usage('a', NOW_MS, 500)], NOW_MS)
  expect(read()).toBeNull()
  count(NOW_MS, 'a', NOW_MS - 1, 500)
  countLastTokens(store, homeId, [usage('a', NOW_MS, 520)], NOW_MS)
  expect(read()).toBe(20)
})

it('an import into a home that was idle for days brings no past', () => {
  const { count, idle, read } = counter()
  count(NOW_MS, 'a', NOW_MS - DAY_MS, 1_000)
  idle(NOW_MS + 3 * DAY_MS)
  count(NOW_MS + 3 * DAY_MS + HOUR_MS, 'of yesterday elsewhere', NOW_MS + 2 * DAY_MS, 9_000)
  expect(read()).toBe(0)
  count(NOW_MS + 3 * DAY_MS + HOUR_MS, 'of yesterday elsewhere', NOW_MS + 2 * DAY_MS, 9_005)
  expect(read()).toBe(5)
})

it('a clock that was set back hides no new session', () => {
  const { count, read } = counter()
  count(NOW_MS + 30 * DAY_MS, 'a', NOW_MS, 1_000)
  count(NOW_MS + MINUTE_MS, 'b', NOW_MS + 1, 60)
  expect(read()).toBe(60)
})

it('two homes with sessions of the same id are counted apart', () => {
  const [one, other] = [counter(), counter()]
  one.count(NOW_MS, 'a', 0, 1_000)
  other.count(NOW_MS, 'a', 0, 10)
  one.count(NOW_MS, 'a', 0, 1_003)
  expect([one.read(), other.read()]).toEqual([3, 0])
})
