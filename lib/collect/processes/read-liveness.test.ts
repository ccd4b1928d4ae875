import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HomeRef } from '../../domain/home/home.ts'
import { readProcessStart } from '../../platform/read-process-start.ts'
import { makeHome } from '../../testing/make-home.ts'
import { type LineChild, startLineChild, startWriter } from '../../testing/processes/line-child.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { openStateDb } from '../database/open-state-db.ts'
import { readLiveness } from './read-liveness.ts'
import { parseLsof } from './read-lsof-holders.ts'

const NOW = Date.UTC(2026, 10, 16)
let temp: TempHome
let children: LineChild[]

beforeEach(() => {
  temp = tempHome()
  children = []
  makeHome({ path: temp.path, era: 'aug', nowMs: NOW, sessions: [{ id: 'a' }] })
})

afterEach(async () => {
  await Promise.all(children.map((child) => child.stop()))
  temp.cleanup()
})

const kept = async (started: Promise<LineChild>): Promise<LineChild> => {
  const child = await started
  children.push(child)
  return child
}

const refOf = (path: string, profile: string | null = null, root = path): HomeRef => ({
  id: 'main',
  label: 'main',
  path,
  profile,
  root,
  demo: false,
})

const live = () => readLiveness(refOf(temp.path))
const put = (name: string, content: unknown, path = temp.path) =>
  writeFileSync(join(path, name), typeof content === 'string' ? content : JSON.stringify(content))

it('a home in use by no process has no gateway and no holders', () => {
  const expected = process.platform === 'linux' || process.platform === 'darwin' ? [] : null
  expect(live()).toEqual({
    gatewayRunning: false,
    gatewayPid: null,
    gatewaySign: 'no-trace',
    servedBy: null,
    holders: expected,
  })
})

it('on an unsupported platform, holders and a possible gateway are unknown', () => {
  put('gateway.lock', '')
  put('gateway.pid', { pid: process.pid })
  expect(readLiveness(refOf(temp.path), { platform: 'win32' })).toEqual({
    gatewayRunning: null,
    gatewayPid: null,
    gatewaySign: 'untold',
    servedBy: null,
    holders: null,
  })
})

it('a missing home is not an error', () => {
  expect(readLiveness(refOf(join(temp.root, 'gone')))).toMatchObject({
    gatewayRunning: false,
    gatewayPid: null,
  })
})

describe('the pid file', () => {
  it('of a living process means a gateway, in both formats', () => {
    put('gateway.pid', `${process.pid}\n`)
    expect(live()).toMatchObject({
      gatewayRunning: true,
      gatewayPid: process.pid,
      gatewaySign: 'pid-alive',
    })
    put('gateway.pid', { pid: process.pid, kind: 'hermes-gateway', start_time: startTicks(process.pid) })
    expect(live()).toMatchObject({ gatewayRunning: true, gatewayPid: process.pid })
  })

  it('of a dead process means none', async () => {
    const child = await kept(startWriter(':memory:'))
    await child.stop()
    put('gateway.pid', { pid: child.pid })
    expect(live()).toMatchObject({ gatewayRunning: false, gatewayPid: null, gatewaySign: 'pid-dead' })
  })

  it('that cannot be parsed leaves it unknown', () => {
    put('gateway.pid', '{"pid": ')
    expect(live()).toMatchObject({ gatewayRunning: null, gatewaySign: 'untold' })
  })
})

describe('a profile', () => {
  function makeProfile(): HomeRef {
    const path = join(temp.path, 'profiles', 'coder')
    mkdirSync(path, { recursive: true })
    return refOf(path, 'coder', temp.path)
  }

  it('is served by the multiplexing gateway of its root', () => {
    const profile = makeProfile()
    put('gateway.pid', String(process.pid))
    put('gateway_state.json', { served_profiles: ['default', 'coder'] })
    expect(readLiveness(profile)).toMatchObject({
      gatewayRunning: true,
      gatewayPid: process.pid,
      servedBy: temp.path,
    })
    put('gateway_state.json', { served_profiles: ['default'] })
    expect(readLiveness(profile)).toMatchObject({ gatewayRunning: false, servedBy: null })
  })

  it('is served according to the root’s setting if the gateway has no list', () => {
    const profile = makeProfile()
    put('gateway.pid', String(process.pid))
    expect(readLiveness(profile)).toMatchObject({ gatewayRunning: false, servedBy: null })
    put('config.yaml', 'gateway: { multiplex_profiles: true }\n')
    expect(readLiveness(profile)).toMatchObject({ gatewayRunning: true, servedBy: temp.path })
  })

  it('uses its own gateway before the one of its root', () => {
    const profile = makeProfile()
    put('gateway.pid', String(process.pid), profile.path)
    put('gateway.pid', String(process.pid))
    put('gateway_state.json', { served_profiles: ['coder'] })
    expect(readLiveness(profile)).toMatchObject({ gatewayRunning: true, servedBy: null })
  })
})

if (process.platform === 'linux') {
  describe('on Linux', () => {
    it('a reused pid is not the gateway', () => {
      put('gateway.pid', { pid: process.pid, start_time: startTicks(process.pid) + 1 })
      expect(live()).toMatchObject({ gatewayRunning: false, gatewayPid: null })
    })

    it('a held gateway.lock means a gateway, a free one means none', async () => {
      put('gateway.lock', '')
      put('gateway.pid', 'unreadable')
      expect(live()).toMatchObject({ gatewayRunning: false, gatewaySign: 'lock-free' })
      const lock = join(temp.path, 'gateway.lock')
      const child = await kept(
        startLineChild('flock', ['--no-fork', lock, 'sh', '-c', 'echo ready; exec cat']),
      )
      expect(live()).toMatchObject({
        gatewayRunning: true,
        gatewayPid: child.pid,
        gatewaySign: 'lock-held',
      })
      await child.stop()
      expect(live()).toMatchObject({ gatewayRunning: false, gatewayPid: null })
    })

    it('every process with the database open is a holder, and this one is marked as self', async () => {
      const child = await kept(startWriter(join(temp.path, 'state.db')))
      await child.ask('db.prepare("SELECT count(*) FROM sessions").get()')
      const opened = openStateDb(temp.path)
      if (!opened.ok) throw new Error(opened.fault.code)
      const holders = live().holders ?? []
      opened.value.close()
      expect(holders.map(({ pid, self, deletedInode }) => ({ pid, self, deletedInode }))).toEqual(
        expect.arrayContaining([
          { pid: child.pid, self: false, deletedInode: false },
          { pid: process.pid, self: true, deletedInode: false },
        ]),
      )
      expect(holders).toHaveLength(2)
      expect(holders.find((holder) => holder.pid === child.pid)).toMatchObject({
        command: expect.stringContaining('node'),
        startedMs: expect.any(Number),
      })
      expect(live().holders?.map((holder) => holder.pid)).toEqual([child.pid])
    })

    it('a holder of a deleted file is marked', async () => {
      const child = await kept(startWriter(join(temp.path, 'state.db')))
      await child.ask('db.prepare("SELECT count(*) FROM sessions").get()')
      rmSync(join(temp.path, 'state.db-wal'), { force: true })
      expect(live().holders).toMatchObject([{ pid: child.pid, deletedInode: true }])
    })

    it('a holder is found after the folder was renamed', async () => {
      const child = await kept(startWriter(join(temp.path, 'state.db')))
      const moved = join(temp.root, 'moved')
      renameSync(temp.path, moved)
      expect(readLiveness(refOf(moved)).holders).toMatchObject([{ pid: child.pid, deletedInode: false }])
    })

    it('a database of the same name in another folder is ignored', async () => {
      const other = join(temp.root, 'other')
      makeHome({ path: other, era: 'aug', nowMs: NOW })
      await kept(startWriter(join(other, 'state.db')))
      expect(live().holders).toEqual([])
    })
  })
}

it('lsof lists each process once', () => {
  expect(parseLsof('p101\ncpython3.11\nf3\nf4\np202\ncnode\nf9\n')).toEqual([
    { pid: 101, command: 'python3.11', startedMs: null, deletedInode: null, self: false },
    { pid: 202, command: 'node', startedMs: null, deletedInode: null, self: false },
  ])
  expect(parseLsof('')).toEqual([])
})

/** Without /proc the start time is not compared either. */
const startTicks = (pid: number): number => readProcessStart(pid)?.ticks ?? 0
