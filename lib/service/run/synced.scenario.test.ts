/** Before an item is removed, its bundle is on the disk, and so is every folder entry on the way to it. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cleanLab, dataBeside, stepsOf } from '../../testing/clean-lab.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'

const real = fs.fsyncSync
let synced: string[] = []
let temp: TempHome
beforeEach(() => {
  temp = tempHome()
  synced = []
  // The real call, recorded with its argument.
  fs.fsyncSync = (file) => {
    synced.push(fs.readlinkSync(`/proc/self/fd/${file}`))
    real(file)
  }
  syncBuiltinESMExports()
})
afterEach(() => {
  fs.fsyncSync = real
  syncBuiltinESMExports()
  temp.cleanup()
})

it.each(['trash', 'archive'] as const)('%s: the bundle is synced, then each folder above it', async (how) => {
  const home = tinyHome(temp.path, Date.now()).path
  const lab = cleanLab(home, dataBeside(home))
  const plan = await lab.plan(stepsOf('prune-sessions'), how)
  // Everything synced before the journal allows removal.
  let before: string[] = []
  lab.store.db.function('note', () => {
    before = [...synced]
    return 0
  })
  lab.store.db.exec(`CREATE TEMP TRIGGER acting AFTER UPDATE OF state ON main.batch WHEN NEW.state = 'acting'
    BEGIN SELECT note(); END`)
  const { id } = await lab.run(plan)
  const base = how === 'trash' ? join(home, '.steward-trash') : join(lab.tools.dataDir, 'archives')
  const folder = join(base, id)
  expect(before).toEqual([join(folder, '.1.tar.zst.partial'), folder, base, join(base, '..')])
  lab.store.close()
})
