/** In a real pid namespace, as in a container, on a disk shared with this process. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readProcessStart } from '../../platform/read-process-start.ts'
import { makeHome } from '../../testing/make-home.ts'
import { type LineChild, startLineChild, startWriter } from '../../testing/processes/line-child.ts'
import { canHideProcesses, runApart } from '../../testing/processes/other-process.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { readOpenChats } from '../sessions/read-open-chats.ts'
import { findContainerProcess } from './find-container-process.ts'
import { mayHideProcesses } from './process-visibility.ts'
import { readLiveness } from './read-liveness.ts'

let temp: TempHome
const children: LineChild[] = []
beforeEach(() => {
  temp = tempHome()
  makeHome({ path: temp.path, era: 'aug', nowMs: Date.now(), sessions: [{ id: 'a' }] })
})
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.stop()))
  temp.cleanup()
})

const started = async (child: Promise<LineChild>): Promise<LineChild> => {
  children.push(await child)
  return child
}

const refOf = (path: string) =>
  ({ id: 'main', label: 'main', path, profile: null, root: path, demo: false }) as const

/** What a Steward that cannot see this process reports about the home, with its own process at `own`. */
const seenApart = (own = ''): unknown =>
  runApart(
    `const { readLiveness } = await load('lib/collect/processes/read-liveness.ts')
     const { readOpenChats } = await load('lib/collect/sessions/read-open-chats.ts')
     const { HOME_PATH: path, OWN } = process.env
     const { startWriter } = await load('lib/testing/processes/line-child.ts')
     const child = OWN === '' ? null : await startWriter(OWN)
     const { gatewayRunning, gatewaySign, holders } = readLiveness({ id: 'main', label: 'main', path, profile: null, root: path, demo: false })
     const chats = [...readOpenChats(path)].filter((id) => id === 'a')
     console.log(JSON.stringify({ gatewayRunning, gatewaySign, holders: holders?.length ?? null, chats }))
     await child?.stop()`,
    { HOME_PATH: temp.path, OWN: own },
  )

const writeChats = (pid: number) => {
  mkdirSync(join(temp.path, 'runtime'), { recursive: true })
  writeFileSync(
    join(temp.path, 'runtime', 'active_sessions.json'),
    JSON.stringify([{ session_id: 'a', pid }]),
  )
}

if (canHideProcesses()) {
  it('no visible process means unknown, for holders, gateway lock, gateway pid and open chats', async () => {
    const lock = join(temp.path, 'gateway.lock')
    writeFileSync(lock, '')
    const gateway = await started(
      startLineChild('flock', ['--no-fork', lock, 'sh', '-c', 'echo ready; exec cat']),
    )
    const hermes = await started(startWriter(join(temp.path, 'state.db')))
    await hermes.ask("db.prepare('SELECT count(*) FROM sessions').get()")
    writeFileSync(join(temp.path, 'gateway.pid'), JSON.stringify({ pid: gateway.pid, start_time: 1 }))
    writeChats(hermes.pid)
    expect(readLiveness(refOf(temp.path))).toMatchObject({ gatewayRunning: true, holders: [{}] })
    expect(seenApart()).toEqual({ gatewayRunning: null, gatewaySign: 'untold', holders: null, chats: ['a'] })
  })

  it('a visible holder is reported', () => {
    expect(seenApart(join(temp.path, 'state.db'))).toMatchObject({ holders: 1 })
  })

  it('a gateway in a container is found by its pid there', async () => {
    const gateway = await started(
      startLineChild('unshare', [
        ...['--pid', '--fork', '--kill-child'],
        ...['sh', '-c', 'echo ready; read _', 'hermes'],
      ]),
    )
    const inner = Number(readFileSync(`/proc/${gateway.pid}/task/${gateway.pid}/children`, 'utf8'))
    const start_time = readProcessStart(inner)?.ticks
    writeFileSync(join(temp.path, 'gateway.pid'), JSON.stringify({ pid: 1, start_time }))
    const seen = () => readLiveness(refOf(temp.path))
    expect(seen()).toMatchObject({ gatewayRunning: true, gatewayPid: inner, gatewaySign: 'pid-alive' })
    // Without a start time, the first process with this pid in any namespace matches.
    expect(findContainerProcess(1, null)).not.toBeNull()
    await gateway.stop()
    // The kernel ends it some time after its parent.
    await expect.poll(seen).toMatchObject({ gatewayRunning: false, gatewaySign: 'pid-dead' })
  })

  it('with all processes visible, none means none', async () => {
    const gone = await startWriter(':memory:')
    await gone.stop()
    writeChats(gone.pid)
    expect(mayHideProcesses(temp.path, 'linux')).toBe(false)
    expect(readOpenChats(temp.path).has('a')).toBe(false)
    expect(readLiveness(refOf(temp.path))).toMatchObject({ gatewayRunning: false, holders: [] })
  })
}

it('other systems have no such containers', () => {
  expect(mayHideProcesses(temp.path, 'darwin')).toBe(false)
})
