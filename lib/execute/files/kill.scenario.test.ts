/** A run is killed between renaming an item and removing it, and Hermes then writes the original name again. */
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileFingerprintOf, folderFingerprintOf } from '../../testing/fingerprints.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { moveFolderToTrash } from './move-folder-to-trash.ts'
import { moveToTrash } from './move-to-trash.ts'
import { removeFile } from './remove-file.ts'
import { removeFolder } from './remove-folder.ts'

let temp: TempHome
let home: string
beforeEach(() => {
  temp = tempHome()
  home = temp.path
  mkdirSync(join(home, 'sessions'), { recursive: true })
})
afterEach(() => temp.cleanup())

const at = (...names: string[]) => join(home, ...names)

describe('a file', () => {
  const make = () => {
    writeFileSync(at('sessions', 'a.json'), 'planned')
    return fileFingerprintOf(home, 'sessions', 'a.json')
  }

  it('that was set aside is deleted, and the new file stays', () => {
    const fingerprint = make()
    renameSync(at('sessions', 'a.json'), at('sessions', `.steward-aside-${fingerprint.ino}`))
    writeFileSync(at('sessions', 'a.json'), 'written by Hermes since')
    expect(removeFile(home, fingerprint)).toEqual({ kind: 'done', freedBytes: fingerprint.bytes })
    expect(readdirSync(at('sessions'))).toEqual(['a.json'])
    expect(readFileSync(at('sessions', 'a.json'), 'utf8')).toBe('written by Hermes since')
  })

  it('that has both names is deleted under both', () => {
    const fingerprint = make()
    linkSync(at('sessions', 'a.json'), at('sessions', `.steward-aside-${fingerprint.ino}`))
    expect(removeFile(home, fingerprint)).toEqual({ kind: 'done', freedBytes: fingerprint.bytes })
    expect(readdirSync(at('sessions'))).toEqual([])
  })

  it('in the trash is reported as moved, and the new file stays', () => {
    const fingerprint = make()
    expect(moveToTrash(home, 'r1', fingerprint).kind).toBe('done')
    writeFileSync(at('sessions', 'a.json'), 'written by Hermes since')
    expect(moveToTrash(home, 'r1', fingerprint)).toEqual({ kind: 'done', freedBytes: 0 })
    expect(readFileSync(at('.steward-trash/r1/files/sessions/a.json'), 'utf8')).toBe('planned')
    expect(readFileSync(at('sessions', 'a.json'), 'utf8')).toBe('written by Hermes since')
  })
})

describe('a folder', () => {
  const make = (content = 'planned') => {
    mkdirSync(at('tree'))
    writeFileSync(at('tree', 'HEAD'), content)
    // File times advance by clock ticks of a few milliseconds; a change within the same tick would not show.
    utimesSync(at('tree'), 1_700_000_000, 1_700_000_000)
    return folderFingerprintOf(home, 'tree')
  }

  it('that was set aside is deleted, and the new folder stays', () => {
    const target = make()
    renameSync(at('tree'), at(`.steward-aside-${target.ino}`))
    make('written by Hermes since')
    expect(removeFolder(home, target).kind).toBe('done')
    expect(readdirSync(home).sort()).toEqual(['sessions', 'tree'])
    expect(readFileSync(at('tree', 'HEAD'), 'utf8')).toBe('written by Hermes since')
  })

  it('in the trash is reported as moved, and the new folder stays', () => {
    const target = make()
    expect(moveFolderToTrash(home, 'r1', target).kind).toBe('done')
    make('written by Hermes since')
    expect(moveFolderToTrash(home, 'r1', target).kind).toBe('done')
    expect(readFileSync(at('.steward-trash/r1/files/tree/HEAD'), 'utf8')).toBe('planned')
    expect(readFileSync(at('tree', 'HEAD'), 'utf8')).toBe('written by Hermes since')
  })

  it('used at the moment it is set aside is put back', () => {
    const target = make()
    const outcome = removeFolder(home, target, (step) => {
      if (step === 'set-aside') writeFileSync(at('tree', 'index.lock'), 'a git is at work')
    })
    expect(outcome).toMatchObject({ kind: 'skipped', code: 'folder-changed' })
    expect(existsSync(at('tree', 'index.lock'))).toBe(true)
    expect(existsSync(at(`.steward-aside-${target.ino}`))).toBe(false)
  })
})
