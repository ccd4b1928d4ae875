/**
 * Another process replaces a folder by a link, at every call of an action: outside of the home nothing changes, and
 * every outcome is true. `npm run torture` takes every call; these are some of each action.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { SWAP_ACTIONS } from '../../testing/torture/swap-actions.ts'
import type { SwapSweep, SwapSwept } from '../../testing/torture/swap-sweep.ts'

const ONE_IN = 29
const ALL = Object.entries(SWAP_ACTIONS).flatMap(([action, { swapped }]) =>
  swapped.map((folder, offset): SwapSweep => ({ action, folder, hasHandles: true, oneIn: ONE_IN, offset })),
)

/** Only a folder that an item is taken from, or put back into. Its trash is Steward's own. */
const WITHOUT_HANDLES = ['trash files', 'delete files', 'restore files', 'delete folders'].flatMap((action) =>
  (SWAP_ACTIONS[action]?.swapped ?? [])
    .filter((folder) => !folder.startsWith('.'))
    .map((folder): SwapSweep => ({ action, folder, hasHandles: false, oneIn: 5, offset: 0 })),
)

const CHILD = join(import.meta.dirname, '../../testing/torture/swap-child.ts')

let temp: TempHome
let swept: readonly SwapSwept[] = []
beforeAll(async () => {
  temp = tempHome()
  swept = [...(await inChild('with', ALL)), ...(await inChild('without', WITHOUT_HANDLES))]
}, 300_000)

/** One process for each, because it asks only once whether there are handles. */
async function inChild(name: string, sweeps: readonly SwapSweep[]): Promise<readonly SwapSwept[]> {
  const args = [CHILD, join(temp.root, name), JSON.stringify(sweeps)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 100_000_000 })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]')
}
afterAll(() => temp.cleanup())

const of = (action: string, hasHandles: boolean) =>
  swept.filter((sweep) => sweep.action === action && sweep.hasHandles === hasHandles)

it.runIf(process.platform === 'linux').each(Object.keys(SWAP_ACTIONS))(
  'nothing outside changes when a folder is replaced by a link: %s',
  (action) => {
    expect(of(action, true).reduce((sum, { tried }) => sum + tried, 0)).toBeGreaterThan(0)
    expect(of(action, true).flatMap(({ wrong }) => wrong)).toEqual([])
  },
)

it.each([...new Set(WITHOUT_HANDLES.map(({ action }) => action))])(
  'a folder replaced by a link is noticed where there is no /proc: %s',
  (action) => {
    expect(of(action, false).reduce((sum, { tried }) => sum + tried, 0)).toBeGreaterThan(0)
    expect(of(action, false).flatMap(({ wrong }) => wrong)).toEqual([])
  },
)
