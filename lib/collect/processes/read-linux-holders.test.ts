import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeHome } from '../../testing/make-home.ts'
import { type LineChild, startLineChild } from '../../testing/processes/line-child.ts'
import { DROP_RIGHTS, runUnprivileged } from '../../testing/processes/other-process.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'

const NOBODY = '65534:65534'
let temp: TempHome
let hermes: LineChild

beforeEach(async () => {
  temp = tempHome()
  makeHome({ path: temp.path, era: 'aug', nowMs: Date.now(), sessions: [{ id: 'a' }] })
  hermes = await startLineChild('sh', ['-c', 'echo ready; read _', 'hermes'])
})
afterEach(async () => {
  await hermes.stop()
  temp.cleanup()
})

/** Linux shows the files of such a process to root alone. */
it.runIf(process.platform === 'linux')('a process of the owner that has ended holds nothing', () => {
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', NOBODY, temp.root])
  const seen = runUnprivileged(
    `const { spawn } = await import('node:child_process')
     const { readFileSync } = await import('node:fs')
     const { scanForHolders } = await load('lib/collect/processes/read-linux-holders.ts')
     ${DROP_RIGHTS}
     const { pid } = spawn('true', { stdio: 'ignore' })
     const state = () => readFileSync('/proc/' + pid + '/stat', 'utf8').split(') ')[1][0]
     // Node learns of its end in a later turn of the event loop.
     while (state() !== 'Z');
     console.log(JSON.stringify(scanForHolders(process.env.HOME_PATH, null).unreadable.has(pid)))`,
    { HOME_PATH: temp.path },
  )
  expect(seen).toBe(false)
})

/** Only root can start a process that other users cannot inspect. */
if (process.platform === 'linux' && process.getuid?.() === 0) {
  it('our own handle is no proof that a process we cannot inspect is not a holder', () => {
    execFileSync('chown', ['-R', NOBODY, temp.root])
    const seen = runUnprivileged(
      `const { openStateDb } = await load('lib/collect/database/open-state-db.ts')
       const { readLinuxHolders } = await load('lib/collect/processes/read-linux-holders.ts')
       ${DROP_RIGHTS}
       const { HOME_PATH: home } = process.env
       const closed = readLinuxHolders(home)
       const opened = openStateDb(home)
       console.log(JSON.stringify({ closed, isOpen: opened.ok, open: readLinuxHolders(home) }))`,
      { HOME_PATH: temp.path },
    )
    expect(seen).toEqual({ closed: null, isOpen: true, open: null })
  })
}
