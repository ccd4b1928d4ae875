/** A run that is killed loses nothing. Every moment is taken by `npm run torture`; here are a few of each kind. */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { killRun } from '../../testing/kill-run.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'

let temp: TempHome
beforeAll(() => {
  temp = tempHome()
})
afterAll(() => temp.cleanup())

it.each([
  ['archive', 1],
  ['archive', 4],
  ['archive', 9],
  ['trash', 3],
  ['trash', 8],
  ['delete', 4],
  ['delete', 7],
] as const)('%s, killed at step %i of its journal', async (disposition, step) => {
  const killed = await killRun(mkdtempSync(join(temp.root, 'run-')), disposition, { step })
  expect(killed.ended).toBe(false)
})
