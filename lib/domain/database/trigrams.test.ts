import { expect, it } from 'vitest'
import { isPlainAscii, readTokenCounts } from './trigrams.ts'

it.each([
  [[], []],
  [[0], [0]],
  [
    [0, 0, 0],
    [0, 0, 0],
  ],
  [
    [0x7f, 0x81, 0x00],
    [127, 128],
  ],
  // 100,108, as the photo of 100 KB has with a SQLite that reads past its NUL.
  [[0x86, 0x8e, 0x0c], [100_108]],
  [[0x86, 0x8e], null],
])('the bytes %j are the counts %j', (bytes, counts) => {
  expect(readTokenCounts(Uint8Array.from(bytes))).toEqual(counts)
})

it.each([
  [[5], [3], true],
  [[5, null, 2], [3, 0, 0], true],
  [[5], [2], false],
  [[1], [0], true],
  [[100_111, null, null], [0, 0, 0], false],
  [[5, 5], [3], false],
])('%j bytes with %j trigrams: plain ASCII is %j', (octets, counts, isPlain) => {
  expect(isPlainAscii(octets, counts)).toBe(isPlain)
})
