/**
 * A run that is killed together with its git children, as by a power cut, leaves nothing in Hermes' checkpoint store that
 * stops Hermes. `npm run torture` covers every call of git. These are a few of each kind.
 */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { killGit } from '../../testing/torture/kill-git.ts'

let temp: TempHome
beforeAll(() => {
  temp = tempHome()
})
afterAll(() => temp.cleanup())

const folder = () => mkdtempSync(join(temp.root, 'run-'))

it.each([
  ['trash', 'run', 1],
  ['trash', 'run', 2],
  ['trash', 'restore', 1],
  ['trash', 'purge', 1],
  ['trash', 'expiry', 1],
] as const)(
  '%s, its %s killed while git holds the locks of ref transaction %i',
  async (disposition, stage, call) => {
    const killed = await killGit(
      folder(),
      { disposition, stage },
      { call, of: 'update-ref', when: 'prepared' },
    )
    expect(killed.ended).toBe(false)
    expect(killed.locks.filter((name) => name.startsWith('refs/'))).toHaveLength(stage === 'restore' ? 6 : 3)
  },
)

it('an archive run killed after git wrote a history leaves no copy of it', async () => {
  const scenario = { disposition: 'archive', stage: 'run' } as const
  const killed = await killGit(folder(), scenario, { call: 1, of: 'bundle create', when: 'after' })
  expect(killed.ended).toBe(false)
})

it.each([
  ['pack-refs', 'during'],
  ['repack', 'before'],
] as const)('an archive run killed in its gc: %s, %s', async (of, when) => {
  const killed = await killGit(folder(), { disposition: 'archive', stage: 'run' }, { call: 1, of, when })
  expect(killed.ended).toBe(false)
  expect(killed.locks).toContain('gc.pid')
})
