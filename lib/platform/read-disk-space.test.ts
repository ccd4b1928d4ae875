import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDiskSpace } from './read-disk-space.ts'

test('the disk size matches df, and free space is what an ordinary user may write', () => {
  const space = readDiskSpace(tmpdir())
  if (!space.ok) throw new Error(space.fault.code)
  const fields =
    execFileSync('df', ['-kP', tmpdir()]).toString().trim().split('\n').at(-1)?.split(/\s+/) ?? []
  expect(Math.round(space.value.totalBytes / 1024)).toBe(Number(fields[1]))
  expect(space.value.freeBytes).toBeGreaterThan(0)
  expect(space.value.freeBytes).toBeLessThanOrEqual(space.value.totalBytes)
})

test('a missing folder is a fault', () => {
  expect(readDiskSpace(join(tmpdir(), 'steward-nowhere'))).toMatchObject({
    ok: false,
    fault: { code: 'unreadable' },
  })
})
