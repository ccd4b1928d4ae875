import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { MINUTE_MS } from '../lib/shared/time.ts'
import { tempHome } from '../lib/testing/temp-home.ts'
import { isDemoFresh, makeDemo, refuseDemo } from './make-demo.ts'

const temp = tempHome()
afterAll(temp.cleanup)

const NOW = Date.UTC(2026, 10, 16)

it.each([
  ['just created', NOW, true],
  ['created four minutes ago', NOW - 4 * MINUTE_MS, true],
  ['created six minutes ago', NOW - 6 * MINUTE_MS, false],
  ['created by a clock that was ahead', NOW + MINUTE_MS, false],
  ['with an unreadable date', Number.NaN, false],
])('a demo %s: shown again is %s', (_, createdAtMs, expected) => {
  expect(isDemoFresh(createdAtMs, NOW)).toBe(expected)
})

it('a fresh demo is left as it is', async () => {
  const folder = join(temp.root, 'demo')
  mkdirSync(join(folder, 'home'), { recursive: true })
  writeFileSync(join(folder, 'home', 'untouched'), '')
  writeFileSync(join(folder, 'created-at'), String(NOW - MINUTE_MS))
  expect(await makeDemo(temp.root, NOW)).toBe(join(folder, 'home'))
  expect(readdirSync(join(folder, 'home'))).toEqual(['untouched'])
})

it('a full disk gets no demo, unless one of before is replaced', () => {
  const data = join(temp.root, 'data')
  expect(refuseDemo(data, 1_000_000)).toMatch(
    /^A demo home needs 450 MB on the disk of .+, which has 1\.00 MB free\./,
  )
  expect(refuseDemo(data, 1_000_000_000)).toBeNull()
  mkdirSync(join(data, 'demo'), { recursive: true })
  expect(refuseDemo(data, 1_000_000)).not.toBeNull()
  writeFileSync(join(data, 'demo', 'created-at'), String(NOW))
  expect(refuseDemo(data, 1_000_000)).toBeNull()
})
