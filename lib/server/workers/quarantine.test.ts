import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { Quarantine } from './quarantine.ts'

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
  mkdirSync(temp.path)
})
afterEach(() => temp.cleanup())

let changes = 0
const change = () => {
  changes += 1
  writeFileSync(join(temp.path, 'config.yaml'), 'x'.repeat(changes))
}

it('the second crash for lack of memory quarantines a home, not the first', () => {
  const quarantine = new Quarantine()
  expect(quarantine.crashed(temp.path, 'memory', 0)).toBe(false)
  expect(quarantine.reasons.size).toBe(0)
  expect(quarantine.crashed(temp.path, 'memory', MINUTE_MS)).toBe(true)
  expect([...quarantine.reasons.keys()]).toEqual([temp.path])
})

it('a quarantined home is due once its files changed, and each crash makes the delay longer', () => {
  const quarantine = new Quarantine()
  let nowMs = 0
  for (const restMs of [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, HOUR_MS]) {
    quarantine.crashed(temp.path, 'error', nowMs)
    expect(quarantine.due(nowMs + restMs)).toEqual([])
    change()
    expect(quarantine.due(nowMs + restMs - 1)).toEqual([])
    nowMs += restMs
    expect(quarantine.due(nowMs)).toEqual([temp.path])
    expect(quarantine.release(temp.path)).toBe(true)
    expect(quarantine.release(temp.path)).toBe(false)
  }
})

it('crashes are forgotten after hours without one', () => {
  const quarantine = new Quarantine()
  quarantine.crashed(temp.path, 'memory', 0)
  expect(quarantine.crashed(temp.path, 'memory', 7 * HOUR_MS)).toBe(false)
})
