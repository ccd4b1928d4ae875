import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStore, type Store } from '../../store/open-store.ts'
import { makeHome } from '../../testing/make-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { DatabaseCache } from './database-cache.ts'
import { HomeMemory } from './home-memory.ts'

const NOW = Date.UTC(2026, 10, 16, 12)

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

let temp: TempHome
let store: Store

beforeEach(() => {
  temp = tempHome()
  const opened = openStore(temp.root)
  if (!opened.ok) throw new Error(opened.fault.detail)
  store = opened.value
})
afterEach(() => {
  store.close()
  temp.cleanup()
})

/** Called while a read is under way, before its rows are read. */
class ObservedMemory extends HomeMemory {
  onIndex: () => void = () => undefined

  override index(...input: Parameters<HomeMemory['index']>) {
    this.onIndex()
    return super.index(...input)
  }
}

/** A function of its own, so that no variable of the test holds the rows. */
function weakRows(cache: DatabaseCache): WeakRef<object> {
  const rows = cache.side?.rows
  if (!rows?.ok) throw new Error('The rows were not read.')
  return new WeakRef(rows.value)
}

it('the rows of the last read are released before new ones are read', async () => {
  const { path } = makeHome({ path: temp.path, era: 'aug', nowMs: NOW, sessions: [{ id: 'a' }] })
  const home = { id: 'main', label: 'main', path, profile: null, root: path, demo: false }
  const memory = new ObservedMemory(store, path)
  const cache = new DatabaseCache(home, memory, () => undefined)
  cache.read(NOW)
  const old = weakRows(cache)
  // A new WeakRef keeps its object for the rest of this turn.
  await nextTurn()
  let held: boolean | null = null
  memory.onIndex = () => {
    collectGarbage()
    held = old.deref() !== undefined
  }
  cache.read(NOW + 1_000)
  expect(held).toBe(false)
})
