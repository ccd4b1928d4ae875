/** With a stand-in for lsof on the path: what it prints and how it ends is what the real one does. */
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

/** As an ordinary user, whoever runs the tests. */
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

it('a database of ours that nobody holds has no holders', () => {
  own()
  expect(seen(SEES_NOBODY)).toEqual([])
})

it('whoever lsof names is a holder, though it ends with 1', () => {
  own()
  expect(seen(SEES_HERMES)).toEqual([[7, 'python3']])
})

it('an lsof that fails leaves it unknown', () => {
  own()
  expect(seen('exit 2')).toBeNull()
})

/** Only root can lay a file of somebody else. */
if (process.getuid?.() === 0) {
  it('silence about another user’s database is unknown, never nobody', () => {
    expect(seen(SEES_NOBODY)).toBeNull()
    expect(seen(SEES_HERMES)).toEqual([[7, 'python3']])
  })
}

it('a home we may not enter is unknown, without asking', () => {
  own()
  chmodSync(temp.path, 0)
  expect(seen(SEES_NOBODY)).toBeNull()
  chmodSync(temp.path, 0o755)
})
