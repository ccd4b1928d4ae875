/** A file or folder in the trash that something exchanges between the check and the move. */
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileFingerprintOf, folderFingerprintOf } from '../../testing/fingerprints.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { checkKeptFile, checkKeptFolder } from './check-kept.ts'
import { makeFingerprintKept } from './fingerprint-kept.ts'
import { moveBackChecked } from './move-back-checked.ts'
import { moveFolderToTrash } from './move-folder-to-trash.ts'
import { moveToTrash } from './move-to-trash.ts'

let temp: TempHome
let home: string
let outside: string
beforeEach(() => {
  temp = tempHome()
  home = temp.path
  outside = join(temp.root, 'outside')
  mkdirSync(join(home, 'sessions', 'folder'), { recursive: true })
  writeFileSync(join(home, 'sessions', 'a.json'), 'one')
  writeFileSync(join(home, 'sessions', 'folder', 'b.json'), 'two')
  mkdirSync(outside)
  writeFileSync(join(outside, 'b.json'), 'not ours')
})
afterEach(() => temp.cleanup())

const inHome = () => readdirSync(join(home, 'sessions'))
const trashed = (name: string) => join(home, '.steward-trash', 'r1', 'files', 'sessions', name)

function trashFile() {
  const file = fileFingerprintOf(home, 'sessions', 'a.json')
  expect(moveToTrash(home, 'r1', file).kind).toBe('done')
  const place = { homePath: home, receiptId: 'r1', kept: makeFingerprintKept(home, 'r1')([file.path]) }
  const restore = (exchange: () => void = () => {}) =>
    moveBackChecked({ homePath: home, receiptId: 'r1', names: file.path, onStep: exchange }, () =>
      checkKeptFile(place, file),
    )
  return { restore, check: () => checkKeptFile(place, file) }
}

const EXCHANGES: Readonly<Record<string, (path: string, target: string) => void>> = {
  'a link': (path, target) => symlinkSync(target, path),
  'another file': (path) => writeFileSync(path, 'six'),
  'a folder': (path) => mkdirSync(path),
}

it.each(Object.keys(EXCHANGES))('a file that becomes %s goes back to the trash', (what) => {
  const { restore } = trashFile()
  const path = trashed('a.json')
  const outcome = restore(() => {
    renameSync(path, `${path}.moved`)
    EXCHANGES[what]?.(path, join(outside, 'b.json'))
  })
  expect(outcome.kind).not.toBe('done')
  expect(inHome()).toEqual(['folder'])
  expect(readdirSync(trashed('..')).length).toBeGreaterThan(0)
  expect(readFileSync(join(outside, 'b.json'), 'utf8')).toBe('not ours')
  if (what === 'a link') expect(readlinkSync(path)).toBe(join(outside, 'b.json'))
})

it.each(['a link', 'another folder'])('a folder that becomes %s goes back to the trash', (what) => {
  const target = folderFingerprintOf(home, 'sessions', 'folder')
  expect(moveFolderToTrash(home, 'r1', target).kind).toBe('done')
  const place = { homePath: home, receiptId: 'r1', kept: makeFingerprintKept(home, 'r1')([target.path]) }
  const path = trashed('folder')
  const onStep = () => {
    renameSync(path, `${path}.moved`)
    if (what === 'a link') symlinkSync(outside, path)
    else mkdirSync(path)
  }
  const outcome = moveBackChecked({ homePath: home, receiptId: 'r1', names: target.path, onStep }, () =>
    checkKeptFolder(place, target),
  )
  expect(outcome).toMatchObject({ kind: 'skipped', code: 'changed-in-trash' })
  expect(inHome()).toEqual(['a.json'])
  expect(readdirSync(trashed('')).sort()).toEqual(['folder', 'folder.moved'])
  expect(readdirSync(outside)).toEqual(['b.json'])
})

it('a file that a kill left under both names is moved back', () => {
  const { restore, check } = trashFile()
  linkSync(trashed('a.json'), join(home, 'sessions', 'a.json'))
  expect(check()).toMatchObject({ kind: 'same' })
  expect(restore()).toEqual({ kind: 'done', freedBytes: 0 })
  expect(inHome().sort()).toEqual(['a.json', 'folder'])
  expect(readdirSync(trashed(''))).toEqual([])
})

it('a file whose permissions were changed in the trash comes back with them, and a note', () => {
  const { restore } = trashFile()
  chmodSync(trashed('a.json'), 0o640)
  expect(restore()).toMatchObject({ kind: 'done', note: expect.stringContaining('permissions') })
})

it('distinguishes a file that is gone from one that was never moved', () => {
  const { restore, check } = trashFile()
  rmSync(trashed('a.json'))
  expect([check().kind, restore()]).toMatchObject(['gone', { kind: 'skipped', code: 'file-gone' }])
  const file = fileFingerprintOf(home, 'sessions', 'folder', 'b.json')
  const kept = makeFingerprintKept(home, 'r1')([])
  expect(checkKeptFile({ homePath: home, receiptId: 'r1', kept }, file)).toEqual({ kind: 'not-moved' })
})
