/** Killing us loses nothing: shot at any moment, every session ends wholly there or wholly gone and saved. */
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

it('survives kill -9 at random moments of a large delete, with and without a message arriving then', async () => {
  const found = await killEach(
    [1, 2, 3, 4, 5, 6].map(() => ({ ms: Math.random() * 500 })),
    'moment',
  )
  expect(found).toHaveLength(6)
})

it('survives kill -9 right before a commit, in the first turns of a large delete', async () => {
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
