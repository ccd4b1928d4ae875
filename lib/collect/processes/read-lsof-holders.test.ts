/** Uses a fake lsof on the path with the output and exit codes of the real one. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeHome } from '../../testing/make-home.ts'
import { DROP_RIGHTS, runUnprivileged } from '../../testing/processes/other-process.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'

let temp: TempHome
let bin: string

beforeEach(() => {
  temp = tempHome()
  bin = join(temp.root, 'bin')
  mkdirSync(bin)
  chmodSync(temp.root, 0o755)
  makeHome({ path: temp.path, era: 'aug', nowMs: Date.now(), sessions: [{ id: 'a' }] })
  chmodSync(temp.path, 0o755)
})
afterEach(() => temp.cleanup())

const NOBODY = '65534:65534'
const SEES_NOBODY = 'exit 1'
const SEES_HERMES = "printf 'p7\\ncpython3\\nf4\\n'; exit 1"

/** As an ordinary user, even if the tests run as root. */
function seen(lsof: string | null): unknown {
  if (lsof !== null) writeFileSync(join(bin, 'lsof'), `#!/bin/sh\n${lsof}\n`, { mode: 0o755 })
  return runUnprivileged(
    `const { readLsofHolders } = await load('lib/collect/processes/read-lsof-holders.ts')
     ${DROP_RIGHTS}
     const holders = readLsofHolders(process.env.HOME_PATH)
     console.log(JSON.stringify(holders && holders.map(({ pid, command }) => [pid, command])))`,
    { HOME_PATH: temp.path, PATH: `${bin}:/usr/bin:/bin` },
  )
}

const own = () => {
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', NOBODY, temp.path])
}

it('a database without holders has none', () => {
  own()
  expect(seen(SEES_NOBODY)).toEqual([])
})

it('a process lsof lists is a holder, even with exit code 1', () => {
  own()
  expect(seen(SEES_HERMES)).toEqual([[7, 'python3']])
})

it('a failing lsof leaves holders unknown', () => {
  own()
  expect(seen('exit 2')).toBeNull()
})

/** Only root can create a file of another user. */
if (process.getuid?.() === 0) {
  it('no output about another user’s database leaves holders unknown', () => {
    expect(seen(SEES_NOBODY)).toBeNull()
    expect(seen(SEES_HERMES)).toEqual([[7, 'python3']])
  })
}

it('a home without permission is unknown, without running lsof', () => {
  own()
  chmodSync(temp.path, 0)
  expect(seen(SEES_NOBODY)).toBeNull()
  chmodSync(temp.path, 0o755)
})
