/** Another process replaces `sessions` by a link all the time. `npm run torture` does so with more files. */
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DISPOSITIONS } from '../../domain/plan/action.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { runBesideSwaps } from '../../testing/torture/swap-loop.ts'

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
})
afterEach(() => temp.cleanup())

it.each(DISPOSITIONS)(
  'nothing outside changes and the receipt counts what was done: %s',
  async (disposition) => {
    const { done, left, wrong } = await runBesideSwaps(join(temp.root, 'loop'), { disposition, files: 400 })
    expect(wrong).toEqual([])
    expect(done + left).toBe(400)
  },
)
