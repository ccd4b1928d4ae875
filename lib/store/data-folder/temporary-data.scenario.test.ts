/** Steward's data while the disk of STEWARD_DATA is too full to create it there, and its way back. */
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runOnSmallDisk } from '../../testing/processes/other-process.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { FULL_DISK_TOOLS } from '../../testing/torture/full-disk.ts'
import { openStore } from '../open-store.ts'
import { isMovedTo, moveData } from './move-data.ts'
import { currentDataFolder, settleDataFolder, temporaryIn } from './temporary-data.ts'

let temp: TempHome
let wanted: string
let parents: readonly string[]
beforeEach(() => {
  temp = tempHome()
  wanted = join(temp.root, 'wanted')
  parents = [join(temp.root, 'nowhere'), join(temp.root, 'elsewhere')]
  mkdirSync(join(temp.root, 'elsewhere'))
})
afterEach(() => temp.cleanup())

const onDisk = (script: string): unknown => {
  const disk = join(temp.root, 'disk')
  mkdirSync(disk)
  return runOnSmallDisk(
    disk,
    `${FULL_DISK_TOOLS}
     const { settleDataFolder } = await load('lib/store/data-folder/temporary-data.ts')
     const elsewhere = ${JSON.stringify(join(temp.root, 'elsewhere'))}
     const settle = () => settleDataFolder(data, [elsewhere])
     ${script}`,
    32,
  )
}

it('a first start on a full disk can delete, and its records end up in STEWARD_DATA', () => {
  const answer = onDisk(`
    tinyHome(home, Date.now())
    // Hermes has it open.
    const Database = (await import('better-sqlite3')).default
    const hermes = new Database(home + '/state.db')
    hermes.prepare('SELECT count(*) FROM sessions').get()
    // A start of an earlier version leaves an empty file there.
    fs.mkdirSync(data)
    fs.writeFileSync(data + '/steward.db', '')
    fs.writeFileSync(home + '/sessions/session_20260102_080000_0rphan.json', Buffer.alloc(3_000_000, 1))
    fs.utimesSync(home + '/sessions/session_20260102_080000_0rphan.json', 1_767_000_000, 1_767_000_000)
    fill(0)
    const free = () => fs.statfsSync(disk).bavail * fs.statfsSync(disk).bsize
    const before = free()
    const first = settle()
    const lab = cleanLab(home, first.path)
    const receipt = await lab.run(await lab.plan(EVERYTHING, 'delete'))
    lab.store.close()
    const freed = free() - before
    const tight = settle()
    makeRoom()
    const last = settle()
    const again = cleanLab(home, last.path)
    const known = readReceipt(again.store, receipt.id)
    again.store.close()
    console.log(JSON.stringify({
      before, freed, first, tight, last, states: [receipt.state, known.state], counts: [known.done, known.total],
      left: fs.readdirSync(elsewhere), reopened: settle(),
    }))
  `)
  const disk = join(temp.root, 'disk')
  const temporary = {
    // Its uid may be mapped there.
    path: expect.stringMatching(/\/elsewhere\/hermes-steward-\d+-[0-9a-f]{16}$/),
    temporaryFor: `${disk}/data`,
  }
  const home = { path: `${disk}/data`, temporaryFor: null }
  expect(answer).toMatchObject({
    before: 0,
    first: temporary,
    tight: temporary,
    last: home,
    reopened: home,
    states: ['done', 'done'],
    left: [],
  })
  const { freed, counts } = answer as { freed: number; counts: number[] }
  expect(freed).toBeGreaterThan(2_900_000)
  expect(counts[0]).toBe(counts[1])
})

it('while SQLite has no space to open state.db, the reason says how much to free, and other files can be deleted', () => {
  const answer = onDisk(`
    tinyHome(home, Date.now())
    for (const suffix of ['-wal', '-shm']) fs.rmSync(home + '/state.db' + suffix, { force: true })
    fill(0)
    const { stepsOf } = await load('lib/testing/clean-lab.ts')
    const lab = cleanLab(home, settle().path)
    const sessions = await lab.plan(stepsOf('prune-sessions'), 'delete')
    const outputs = await lab.run(await lab.plan(stepsOf('cron-output'), 'delete'))
    lab.store.close()
    console.log(JSON.stringify({ refusals: sessions.refusals, state: outputs.state, done: outputs.done }))
  `)
  expect(answer).toMatchObject({
    refusals: [{ code: 'db-no-space', message: expect.stringContaining('Free at least 1 MB') }],
    state: 'done',
  })
  expect((answer as { done: number }).done).toBeGreaterThan(0)
})

it('with space, and with any records there, STEWARD_DATA is used', () => {
  expect(settleDataFolder(wanted, parents)).toEqual({ path: wanted, temporaryFor: null })
  expect(readdirSync(join(temp.root, 'elsewhere'))).toEqual([])
})

it('without another place, the reason says how much to free', () => {
  const answer = onDisk(`
    fill(0)
    const { openStore } = await load('lib/store/open-store.ts')
    const place = settleDataFolder(data, [disk])
    console.log(JSON.stringify({ place, fault: openStore(place.path).fault }))
  `)
  const data = join(temp.root, 'disk', 'data')
  expect(answer).toEqual({
    place: { path: data, temporaryFor: null },
    fault: {
      code: 'store-unavailable',
      detail: `the disk of ${data} is full. Free at least 16.0 MB there`,
    },
  })
})

/** A temporary folder with a store, as a start on a full disk leaves it. */
function leaveTemporary(): string {
  const folder = temporaryIn(join(temp.root, 'elsewhere'), wanted)
  mkdirSync(folder, { mode: 0o700 })
  write(folder, 'kept')
  writeFileSync(join(folder, 'cookie-key'), 'key', { mode: 0o600 })
  return folder
}

function write(folder: string, value: string): void {
  const opened = openStore(folder)
  if (!opened.ok) throw new Error(opened.fault.detail)
  opened.value.db.prepare("INSERT INTO setting (key, value) VALUES ('a', ?)").run(value)
  opened.value.close()
}

function read(folder: string): unknown {
  const opened = openStore(folder)
  if (!opened.ok) throw new Error(opened.fault.detail)
  const value = opened.value.db.prepare('SELECT value FROM setting').pluck().get()
  opened.value.close()
  return value
}

describe('moving to STEWARD_DATA', () => {
  it('moves every file, private as it was', () => {
    const folder = leaveTemporary()
    expect(currentDataFolder(wanted, parents)).toBe(folder)
    expect(settleDataFolder(wanted, parents)).toEqual({ path: wanted, temporaryFor: null })
    expect([read(wanted), readFileSync(join(wanted, 'cookie-key'), 'utf8')]).toEqual(['kept', 'key'])
    expect(existsSync(folder)).toBe(false)
    expect(lstatSync(join(wanted, 'steward.db')).mode & 0o777).toBe(0o600)
    expect(currentDataFolder(wanted, parents)).toBe(wanted)
  })

  it('waits while another server has it open', () => {
    const folder = leaveTemporary()
    const other = openStore(folder)
    expect(settleDataFolder(wanted, parents)).toEqual({ path: folder, temporaryFor: wanted })
    if (other.ok) other.value.close()
    expect(settleDataFolder(wanted, parents).path).toBe(wanted)
    expect(read(wanted)).toBe('kept')
  })

  it('a kill before its last step repeats it, and one after that only removes what was copied', () => {
    const folder = leaveTemporary()
    mkdirSync(wanted)
    writeFileSync(join(wanted, 'steward.db.moving'), 'half a copy')
    const copy = join(temp.root, 'copy')
    cpSync(folder, copy, { recursive: true })
    expect(moveData(folder, wanted)).toBe(true)
    expect(read(wanted)).toBe('kept')

    cpSync(copy, folder, { recursive: true })
    chmodSync(folder, 0o700)
    const { dev, ino } = lstatSync(join(wanted, 'steward.db'))
    writeFileSync(join(folder, 'moved'), `${dev}:${ino}`)
    expect(isMovedTo(folder, wanted)).toBe(true)
    expect(settleDataFolder(wanted, parents)).toEqual({ path: wanted, temporaryFor: null })
    expect([existsSync(folder), existsSync(join(wanted, 'steward.db.moving'))]).toEqual([false, false])
  })

  it('replaces no records that are in STEWARD_DATA already, and loses none elsewhere', () => {
    const folder = leaveTemporary()
    mkdirSync(wanted)
    write(wanted, 'mine')
    expect(settleDataFolder(wanted, parents)).toEqual({ path: wanted, temporaryFor: null })
    expect([read(wanted), read(folder)]).toEqual(['mine', 'kept'])
  })
})

describe('a folder that another user prepared is not used', () => {
  it.each([
    ['a link', (folder: string, real: string) => symlinkSync(real, folder)],
    [
      'open to others',
      (folder: string, real: string) => {
        cpSync(real, folder, { recursive: true })
        chmodSync(folder, 0o755)
      },
    ],
  ])('%s', (_, plant) => {
    const folder = temporaryIn(join(temp.root, 'elsewhere'), wanted)
    const real = join(temp.root, 'real')
    mkdirSync(real, { mode: 0o700 })
    write(real, 'planted')
    plant(folder, real)
    expect(settleDataFolder(wanted, parents)).toEqual({ path: wanted, temporaryFor: null })
    expect(existsSync(join(wanted, 'steward.db'))).toBe(false)
    expect(read(real)).toBe('planted')
  })
})
