import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listFolder } from './list-folder.ts'
import { unitForPath } from './unit-for-path.ts'
import { walkUnit } from './walk-unit.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const list = (path: string, onVisit: (name: string) => void = () => {}) => {
  const names: string[] = []
  const troubles: string[] = []
  listFolder(
    path,
    (name) => {
      names.push(name)
      onVisit(name)
    },
    (_place, detail) => troubles.push(detail),
  )
  return { names, troubles }
}

test('a file that disappears while it is listed is ignored', () => {
  for (const name of ['a', 'b', 'c']) writeFileSync(join(folder, name), '')
  const { names, troubles } = list(folder, () => {
    for (const name of ['a', 'b', 'c']) rmSync(join(folder, name), { force: true })
  })
  expect(names).toHaveLength(1)
  expect(troubles).toEqual([])
  expect(list(join(folder, 'gone'))).toEqual({ names: [], troubles: [] })
})

test('an unreadable folder is reported', () => {
  symlinkSync('loop', join(folder, 'loop'))
  expect(list(join(folder, 'loop'))).toEqual({ names: [], troubles: ['The system says ELOOP'] })
})

test('a folder on another file system is reported, not entered and never reused', () => {
  mkdirSync(join(folder, 'skills/one'), { recursive: true })
  writeFileSync(join(folder, 'skills/one/file'), 'x')
  const device = statSync(folder).dev + 1
  const record = walkUnit(unitForPath(['skills', 'one']), { homePath: folder, device, nowMs: 0 })
  expect(record.unread).toEqual([{ path: 'skills/one', detail: 'It lies on another file system' }])
  expect(record.usage).toEqual([])
  expect(record.signature).toBeNull()
})
