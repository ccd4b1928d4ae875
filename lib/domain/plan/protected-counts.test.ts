import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { HomeObserver } from '../../service/observe/home-observer.ts'
import { smallHome } from '../../testing/presets/small-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { countProtected } from './protected-counts.ts'

const temp = tempHome()
afterAll(temp.cleanup)

it('counts protected items over the whole home, and is unknown for data that could not be read', async () => {
  const { path } = smallHome(temp.path, 'aug', Date.now())
  const db = new Database(join(path, 'state.db'))
  const pinned = db.prepare('SELECT count(*) FROM sessions WHERE pinned = 1').pluck().get()
  db.close()
  const home = { id: 'main', label: 'main', path, profile: null, root: path, demo: false }
  const observer = new HomeObserver(home, 'no memory', { readOnly: false, clock: Date.now })
  const assessed = await observer.assessedNow()
  const amounts = new Map(countProtected(assessed).map(({ code, amount }) => [code, amount]))
  expect(amounts.get('pinned')).toBe(pinned)
  expect(amounts.get('live')).toBe(assessed.sessions?.filter(({ state }) => state === 'live').length)
  expect(amounts.get('live')).toBeGreaterThan(0)
  expect(amounts.get('unreachable')).toBe(
    assessed.checkpoints?.filter(({ state }) => state === 'unreachable').length,
  )
  expect(amounts.get('yours')).toBeGreaterThan(0)

  const blind = countProtected({ ...assessed, sessions: null, checkpoints: null })
  expect(blind.filter(({ amount }) => amount === null).map(({ code }) => code)).toEqual([
    'live',
    'routed',
    'leases',
    'lineage',
    'pinned',
    'unreachable',
  ])
})
