/** Only the owner of a home locks it. Any other Steward never writes there, and would only keep the owner's from it. */
import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { HOME_LOCK, lockHome } from '../../execute/home-lock/lock-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { HomeLocks } from './home-locks.ts'

let temp: TempHome
let locks: HomeLocks
beforeEach(() => {
  temp = tempHome()
  mkdirSync(temp.path, { recursive: true })
  locks = new HomeLocks()
})
afterEach(() => {
  locks.release()
  temp.cleanup()
})

const asOwner = () => lockHome(temp.path, { create: true })

it.skipIf(process.getuid?.() !== 0)(
  'root neither takes nor creates the lock of another user’s home (needs root)',
  () => {
    chownSync(temp.path, 65_534, 65_534)
    const other = { code: 'other-owner', message: expect.stringContaining('uid 65534') }
    expect(locks.take({ homePath: temp.path, create: true })).toMatchObject(other)
    expect(existsSync(join(temp.path, HOME_LOCK))).toBe(false)
    const first = asOwner()
    if (first.ok) first.value.release()
    expect(locks.take({ homePath: temp.path, create: false })).toMatchObject(other)
    const second = asOwner()
    expect(second.ok).toBe(true)
    if (second.ok) second.value.release()
  },
)

it('a lock is given up when the home gets another owner, and its own home is locked', () => {
  expect(locks.take({ homePath: temp.path, create: true })).toBeNull()
  expect(asOwner()).toMatchObject({ fault: { code: 'held' } })
  if (process.getuid?.() !== 0) return
  chownSync(temp.path, 65_534, 65_534)
  chownSync(join(temp.path, HOME_LOCK), 65_534, 65_534)
  expect(locks.take({ homePath: temp.path, create: false })).toMatchObject({ code: 'other-owner' })
  const owner = asOwner()
  expect(owner.ok).toBe(true)
  if (owner.ok) owner.value.release()
})
