/** After a kill at any moment, every session is complete, or deleted and saved. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { type KillFound, type KillRound, killOnce, makeKillHome } from '../../testing/torture/kill-rows.ts'

let temp: TempHome
beforeAll(() => {
  temp = tempHome()
  makeKillHome(temp.path)
})
afterAll(() => temp.cleanup())

it('nothing is lost by kill -9 at random moments of a large delete, with or without a new message', async () => {
  const found = await killEach(
    [1, 2, 3, 4, 5, 6].map(() => ({ ms: Math.random() * 500 })),
    'moment',
  )
  expect(found).toHaveLength(6)
})

it('nothing is lost by kill -9 right before a commit, in the first turns of a large delete', async () => {
  const found = await killEach(
    [1, 2, 3, 4, 5, 6].map((turn) => ({ turn })),
    'turn',
  )
  expect(found).toContain('half')
})

async function killEach(moments: readonly KillRound['at'][], name: string): Promise<KillFound[]> {
  const found: KillFound[] = []
  for (const [index, at] of moments.entries()) {
    const folder = join(temp.root, `${name}-${index}`)
    found.push(await killOnce(temp.path, folder, { at, someoneWrites: index % 2 === 1 }))
  }
  return found
}
