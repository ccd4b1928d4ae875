/**
 * A killed run or restore loses nothing. `npm run torture` covers every moment. These are a few of each kind.
 */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { killRun } from '../../testing/torture/kill-run.ts'

let temp: TempHome
beforeAll(() => {
  temp = tempHome()
})
afterAll(() => temp.cleanup())

it.each([
  ['archive', 'run', 4],
  ['archive', 'run', 9],
  ['trash', 'run', 8],
  ['delete', 'run', 4],
  ['delete', 'run', 40],
  ['trash', 'restore', 10],
  ['archive', 'restore', 40],
] as const)('%s, its %s killed at step %i of the journal', async (disposition, stage, step) => {
  const killed = await killRun(mkdtempSync(join(temp.root, 'run-')), { disposition, stage }, { step })
  expect(killed.ended).toBe(false)
})
