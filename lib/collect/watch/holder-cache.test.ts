import { rmSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { type LineChild, startWriter } from '../../testing/processes/line-child.ts'
import { watchHome, watchLab } from '../../testing/watch/watch-lab.ts'

const lab = watchLab()
const { make } = lab
const children: LineChild[] = []
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.stop()))
})
afterAll(lab.temp.cleanup)

async function start(path: string): Promise<LineChild> {
  const child = await startWriter(path)
  children.push(child)
  return child
}

const READ = "db.prepare('SELECT count(*) FROM sessions').get()"
/** By a process that was already running, on a second handle. */
const openLater = (path: string): string =>
  `globalThis.later = new db.constructor(${JSON.stringify(path)}); later.prepare('SELECT count(*) FROM sessions').get()`

it('a process that opens the database is a holder within five minutes, and the result has its time', async () => {
  const { path, databasePath } = make([{ id: 'a' }])
  const { takeSample, clock } = watchHome(path)
  expect(takeSample()).toMatchObject({ holders: [], holdersAskedMs: clock.atMs })
  const hermes = await start(databasePath)
  await hermes.ask(READ)
  const sample = takeSample(5 * MINUTE_MS)
  expect(sample.holders?.map(({ pid }) => pid)).toEqual([hermes.pid])
  expect(sample.holdersAskedMs).toBe(clock.atMs)
})

if (process.platform === 'linux') {
  describe('on Linux every sample finds', () => {
    it('a process that started since, and one that ended', async () => {
      const { path, databasePath } = make([{ id: 'a' }])
      const { takeSample, clock } = watchHome(path)
      takeSample()
      const hermes = await start(databasePath)
      await hermes.ask(READ)
      const sample = takeSample(5 * SECOND_MS)
      expect(sample).toMatchObject({ holdersAskedMs: clock.atMs, holders: [{ pid: hermes.pid }] })
      await hermes.stop()
      expect(takeSample(5 * SECOND_MS)).toMatchObject({ holdersAskedMs: clock.atMs, holders: [] })
    })

    it('a running process that opens the database', async () => {
      const { path, databasePath } = make([{ id: 'a' }])
      const hermes = await start(':memory:')
      const { takeSample } = watchHome(path)
      expect(takeSample().holders).toEqual([])
      await hermes.ask(openLater(databasePath))
      expect(takeSample(5 * SECOND_MS).holders).toMatchObject([{ pid: hermes.pid }])
      await hermes.ask('later.close()')
      expect(takeSample(5 * SECOND_MS).holders).toEqual([])
    })

    it('a process that opens a database without a WAL only at the next full scan', async () => {
      const { path, databasePath } = make([{ id: 'a' }], 'delete')
      const hermes = await start(':memory:')
      const { takeSample } = watchHome(path)
      takeSample()
      await hermes.ask(openLater(databasePath))
      expect(takeSample(5 * SECOND_MS).holders).toEqual([])
      expect(takeSample(5 * MINUTE_MS).holders).toMatchObject([{ pid: hermes.pid }])
    })

    it('whether the open file was deleted', async () => {
      const { path, databasePath } = make([{ id: 'a' }])
      const hermes = await start(databasePath)
      await hermes.ask(READ)
      const { takeSample } = watchHome(path)
      expect(takeSample().holders).toMatchObject([{ deletedInode: false }])
      rmSync(`${databasePath}-wal`)
      for (const _ of [1, 2, 3])
        expect(takeSample(5 * SECOND_MS).holders).toMatchObject([{ pid: hermes.pid, deletedInode: true }])
      await hermes.stop()
      expect(takeSample(5 * SECOND_MS).holders).toEqual([])
    })
  })
}
