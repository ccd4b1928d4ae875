/**
 * A run killed in the middle of a write to state.db. In DELETE mode that leaves a journal which stops every read-only
 * handle, so the next start rolls it back before it reads anything.
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
  ['delete', 'trash', 'run', 1],
  ['delete', 'delete', 'run', 2],
  ['delete', 'archive', 'restore', 1],
  ['wal', 'trash', 'run', 1],
] as const)(
  'in journal mode %s, %s: its %s killed inside write %i',
  async (journalMode, disposition, stage, commit) => {
    const folder = mkdtempSync(join(temp.root, 'run-'))
    const killed = await killRun(folder, { disposition, stage }, { commit, journalMode })
    expect(killed).toMatchObject({ ended: false, isHot: journalMode === 'delete' })
  },
)
