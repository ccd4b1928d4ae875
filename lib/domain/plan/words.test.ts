import { expect, it } from 'vitest'
import { DISPOSITION_WORDS, describeFullDisk } from './words.ts'

const disk = (freeBytes: number | null) => ({ freeBytes, growthBytesPerDay: null })

it.each([
  [
    'trash',
    /^0 B are free on the disk of this home\. Files and folders move to the trash without any room\./,
  ],
  ['delete', /^0 B are free .* Files and folders go first and need no room/],
  ['archive', /^0 B are free .* written to STEWARD_DATA before anything goes/],
] as const)('%s on a full disk says what works', (disposition, words) => {
  expect(describeFullDisk(disposition, disk(0))).toMatch(words)
})

it('is silent while there is room, or free space is unknown', () => {
  expect(describeFullDisk('trash', disk(16_000_000))).toBeNull()
  expect(describeFullDisk('trash', disk(null))).toBeNull()
})

it('the choice of an archive says what it does not keep', () => {
  expect(DISPOSITION_WORDS.archive.detail).toContain(
    'Hard links, extended attributes and access lists are lost',
  )
})
