import {
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runOnSmallDisk, runUnprivileged } from '../../testing/processes/other-process.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { HOME_LOCK, type HomeLock, lockHome } from './lock-home.ts'

let temp: TempHome
let home: string
let file: string
beforeEach(() => {
  temp = tempHome()
  home = temp.path
  mkdirSync(home, { recursive: true })
  file = join(home, HOME_LOCK)
})
afterEach(() => temp.cleanup())

const create = { create: true }

function locked(): HomeLock {
  const answer = lockHome(home, create)
  if (!answer.ok) throw new Error(JSON.stringify(answer.fault.code))
  return answer.value
}

it('only one can lock a home, and the next one can as soon as it is released', () => {
  const first = locked()
  expect(lockHome(home, create)).toMatchObject({ fault: { code: 'held' } })
  first.release()
  const next = locked()
  expect(next.isHeld()).toBe(true)
  expect(lstatSync(file)).toMatchObject({ size: 0, mode: 0o100600 })
  next.release()
})

it('nothing is created before there is something to write', () => {
  expect(lockHome(home, { create: false })).toMatchObject({ fault: { code: 'free' } })
  expect(existsSync(file)).toBe(false)
  expect(lockHome(join(home, 'gone'), create)).toMatchObject({ fault: { code: 'missing' } })
})

it('a lock whose file was removed or replaced is lost', () => {
  const first = locked()
  rmSync(file)
  expect(first.isHeld()).toBe(false)
  const second = locked()
  expect(second.isHeld()).toBe(true)
  renameSync(file, join(home, 'elsewhere'))
  writeFileSync(file, '')
  expect([first.isHeld(), second.isHeld()]).toEqual([false, false])
  first.release()
  second.release()
})

describe('what is not an empty plain file is neither opened nor changed', () => {
  const outside = () => join(temp.root, 'outside')
  it.each([
    ['a link', () => symlinkSync(outside(), file)],
    ['a dangling link', () => symlinkSync(join(temp.root, 'nowhere'), file)],
    ['a hard link', () => linkSync(outside(), file)],
    ['a folder', () => mkdirSync(file)],
    ['a file with content', () => writeFileSync(file, 'mine')],
    ['a journal beside it', () => writeFileSync(`${file}-journal`, 'mine')],
    ['a WAL beside it', () => writeFileSync(`${file}-wal`, 'mine')],
  ])('%s', (_, plant) => {
    writeFileSync(outside(), '')
    plant()
    expect(lockHome(home, create)).toMatchObject({ fault: { code: 'not-lockable' } })
    expect(existsSync(join(temp.root, 'nowhere'))).toBe(false)
    expect(readFileSync(outside(), 'utf8')).toBe('')
    for (const suffix of ['-journal', '-wal'])
      if (existsSync(file + suffix)) expect(readFileSync(file + suffix, 'utf8')).toBe('mine')
  })
})

it('a home that Steward may not write to is refused with the reason', () => {
  const answer = runUnprivileged(
    `const { lockHome } = await load('lib/execute/home-lock/lock-home.ts')
     const { chmodSync } = await import('node:fs')
     chmodSync(process.env.HOME_PATH, 0o555)
     if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534) }
     console.log(JSON.stringify(lockHome(process.env.HOME_PATH, { create: true })))`,
    { HOME_PATH: home },
  )
  expect(answer).toMatchObject({ fault: { code: 'not-lockable', detail: expect.stringContaining('owner') } })
  expect(existsSync(file)).toBe(false)
})

it.skipIf(process.getuid?.() !== 0)('root creates it for the owner of the home (needs root)', () => {
  chownSync(home, 65_534, 65_534)
  const lock = locked()
  expect(lstatSync(file)).toMatchObject({ uid: 65_534, gid: 65_534 })
  chownSync(file, 0, 0)
  lock.release()
  expect(lockHome(home, create)).toMatchObject({
    fault: { detail: expect.stringContaining('another user') },
  })
})

it('a home and a data folder can be locked with no byte left on the disk, for one only', () => {
  const disk = join(temp.root, 'disk')
  mkdirSync(disk)
  const answer = runOnSmallDisk(
    disk,
    `const fs = await import('node:fs')
     const { lockHome } = await load('lib/execute/home-lock/lock-home.ts')
     const { makeExecutorLock } = await load('lib/store/executor-lock.ts')
     const disk = process.env.DISK
     const fill = fs.openSync(disk + '/fill', 'a')
     try { for (;;) fs.writeSync(fill, Buffer.alloc(4096)) } catch {}
     const [first, second] = [0, 1].map(() => lockHome(disk, { create: true }))
     const [one, two] = [0, 1].map(() => makeExecutorLock(disk).take())
     console.log(JSON.stringify({ first: first.ok, second: second.fault.code, one, two }))`,
  )
  expect(answer).toEqual({ first: true, second: 'held', one: true, two: false })
})
