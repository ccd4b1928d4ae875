/** A run changes nothing except its items. A few random homes here, thousands in `npm run torture`. */
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { anySurvivorsCase, survivorsOf } from '../../testing/torture/survivors.ts'

let temp: TempHome
beforeAll(() => {
  temp = tempHome()
})
afterAll(() => temp.cleanup())

it('every row and file that a run keeps is unchanged, whatever is unticked', async () => {
  let homes = 0
  let taken = 0
  await fc.assert(
    fc.asyncProperty(anySurvivorsCase, async (each) => {
      homes += 1
      const found = await survivorsOf(join(temp.root, `home-${homes}`), each)
      expect(found.wrong).toEqual([])
      taken += found.taken
    }),
    { numRuns: 8, endOnFailure: true },
  )
  expect(taken).toBeGreaterThan(0)
})
