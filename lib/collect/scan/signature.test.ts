import { lstatSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Signature } from './signature.ts'

let file: string
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'steward-')), 'file')
  writeFileSync(file, 'x')
})
afterEach(() => rmSync(join(file, '..'), { recursive: true }))

const signed = (startedMs: number, ...present: boolean[]) => {
  const signature = new Signature(startedMs)
  for (const isThere of present) signature.add(isThere ? lstatSync(file) : undefined)
  return signature.value
}

test('equal files give equal numbers, and a different time, size, count or order a different one', () => {
  utimesSync(file, 1_000_000, 1_000_000)
  const first = signed(0, true, false)
  expect(signed(0, true, false)).toBe(first)
  const others = [signed(0, true), signed(0, false, true), signed(0, true, true)]
  utimesSync(file, 1_000_000, 1_000_001)
  others.push(signed(0, true, false))
  writeFileSync(file, 'xx')
  utimesSync(file, 1_000_000, 1_000_000)
  others.push(signed(0, true, false))
  expect(new Set([first, ...others]).size).toBe(6)
})

test('a change so recent that another could hide behind it proves nothing', () => {
  utimesSync(file, 1_000_000, 1_000_000.25)
  expect(signed(1_000_000_290, true)).toBeNull()
  expect(signed(1_000_000_500, true)).not.toBeNull()
})

test('whole-second timestamps get a wider margin', () => {
  utimesSync(file, 1_000_000, 1_000_000)
  expect(signed(1_000_001_500, true)).toBeNull()
  expect(signed(1_000_002_500, true)).not.toBeNull()
})

test('a time in the future does not invalidate the signature forever', () => {
  utimesSync(file, 4_000_000_000, 4_000_000_000)
  expect(signed(1_000_000_000, true)).not.toBeNull()
})
