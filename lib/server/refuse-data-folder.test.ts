import { chownSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ALICE, IS_ROOT, NEEDS_ROOT } from '../testing/processes/other-users.ts'
import { type TempHome, tempHome } from '../testing/temp-home.ts'
import { refuseDataFolder } from './refuse-data-folder.ts'

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
  mkdirSync(temp.path)
})
afterEach(() => temp.cleanup())

const refusal = (dataDir: string) => refuseDataFolder({ dataDir, hermesHome: temp.path, extraHomes: [] })

it('a data folder beside a home, or in one of this user, may be used', () => {
  expect(refusal(join(temp.root, 'home-data'))).toBeNull()
  expect(refusal(join(temp.path, 'steward'))).toBeNull()
})

it.skipIf(!IS_ROOT)(`a data folder in a home of another user is refused ${NEEDS_ROOT}`, () => {
  chownSync(temp.path, ALICE, ALICE)
  symlinkSync(temp.path, join(temp.root, 'link'))
  for (const place of [temp.path, join(temp.path, 'a/steward'), join(temp.root, 'link/steward')])
    expect(refusal(place)).toBe(
      `STEWARD_DATA is inside a home that belongs to uid ${ALICE}, but Steward runs as root (uid 0). Set STEWARD_DATA to a folder elsewhere, or start Steward as the owner.`,
    )
  expect(refusal(join(temp.root, 'home-data'))).toBeNull()
})
