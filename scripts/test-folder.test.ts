import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isProcessAlive } from '../lib/collect/processes/is-process-alive.ts'
import { type TempHome, tempHome } from '../lib/testing/temp-home.ts'
import { makeTestFolder } from './test-folder.ts'

let temp: TempHome
beforeAll(() => {
  temp = tempHome()
})
afterAll(() => temp.cleanup())

it('folders of runs that ended are removed, those of running ones stay', () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  const ended = join(temp.root, `steward-tests-${pid}`)
  const running = join(temp.root, `steward-tests-${process.ppid}`)
  for (const folder of [ended, running]) mkdirSync(folder)
  const made = makeTestFolder(temp.root, undefined)
  // In a container it is unknown whether a process of another one is running.
  expect(existsSync(ended)).toBe(isProcessAlive(pid, temp.root) !== false)
  expect(existsSync(running)).toBe(true)
  if (made !== null) rmSync(made, { recursive: true })
})

it('a TMPDIR that is set is used as it is, and a missing place is no error', () => {
  expect(makeTestFolder(temp.root, '/var/tmp')).toBeNull()
  expect(makeTestFolder(join(temp.root, 'missing'), undefined)).toBeNull()
})
