import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { MINUTE_MS } from '../lib/shared/time.ts'
import { tempHome } from '../lib/testing/temp-home.ts'
import { isDemoFresh, makeDemo } from './make-demo.ts'

const temp = tempHome()
afterAll(temp.cleanup)

const NOW = Date.UTC(2026, 10, 16)

it.each([
  ['just laid', NOW, true],
  ['laid four minutes ago', NOW - 4 * MINUTE_MS, true],
  ['laid six minutes ago', NOW - 6 * MINUTE_MS, false],
  ['laid by a clock that was ahead', NOW + MINUTE_MS, false],
  ['with a note nobody can read', Number.NaN, false],
])('a demo %s: shown again is %s', (_, laidAtMs, expected) => {
  expect(isDemoFresh(laidAtMs, NOW)).toBe(expected)
})

it('a fresh demo is left as it is', async () => {
  const folder = join(temp.root, 'demo')
  mkdirSync(join(folder, 'home'), { recursive: true })
  writeFileSync(join(folder, 'home', 'touched-by-nobody'), '')
  writeFileSync(join(folder, 'laid-at'), String(NOW - MINUTE_MS))
  expect(await makeDemo(temp.root, NOW)).toBe(join(folder, 'home'))
  expect(readdirSync(join(folder, 'home'))).toEqual(['touched-by-nobody'])
})
