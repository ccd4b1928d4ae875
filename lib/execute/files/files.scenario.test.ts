import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileFingerprintOf } from '../../testing/fingerprints.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { checkFile } from './check-file.ts'
import { moveToTrash } from './move-to-trash.ts'
import { removeFile } from './remove-file.ts'
import { resolveInHome } from './resolve-path.ts'

let temp: TempHome
let home: string

beforeEach(() => {
  temp = tempHome()
  home = temp.path
  mkdirSync(join(home, 'sessions'), { recursive: true })
  mkdirSync(join(temp.root, 'outside'))
  writeFileSync(join(temp.root, 'outside', 'a.json'), 'not ours')
})
afterEach(() => temp.cleanup())

const at = (...names: string[]) => join(home, ...names)
const trashed = (...names: string[]) => at('.steward-trash', 'r1', 'files', ...names)
const make = (name: string, content = name) => writeFileSync(at('sessions', name), content)

/** Both ways to remove a file. */
const takers = {
  'moving to the trash': (fingerprint: ReturnType<typeof fileFingerprintOf>) =>
    moveToTrash(home, 'r1', fingerprint),
  deleting: (fingerprint: ReturnType<typeof fileFingerprintOf>) => removeFile(home, fingerprint),
}

describe('resolving a path', () => {
  it.each([
    [[]],
    [['..', 'outside', 'a.json']],
    [['sessions', '..', 'x']],
    [['sessions', 'a/b']],
    [['sessions', '']],
    [['sessions', 'a\0b']],
    [['state.db']],
    [['state.db-wal']],
    [['state.db-shm']],
    [['profiles', 'work', 'state.db']],
    [['.steward-trash']],
    [['.steward-trash', 'r1', 'files', 'x']],
  ])('refuses %j', (names) => {
    expect(resolveInHome(home, names)).toEqual({ ok: false, fault: 'forbidden' })
  })

  it('refuses a path through a symbolic link', () => {
    symlinkSync(join(temp.root, 'outside'), at('linked'))
    make('plain')
    expect(resolveInHome(home, ['linked', 'a.json'])).toEqual({ ok: false, fault: 'not-a-folder' })
    expect(resolveInHome(home, ['sessions', 'plain', 'x'])).toEqual({ ok: false, fault: 'not-a-folder' })
    expect(resolveInHome(home, ['nowhere', 'x'])).toEqual({ ok: false, fault: 'missing' })
    expect(resolveInHome(home, ['sessions', 'plain'])).toEqual({ ok: true, value: at('sessions', 'plain') })
  })
})

describe.each(Object.entries(takers))('%s', (_, take) => {
  it('skips a file that was written to', () => {
    make('a.json')
    const fingerprint = fileFingerprintOf(home, 'sessions', 'a.json')
    writeFileSync(at('sessions', 'a.json'), 'A.JSON')
    expect(take(fingerprint)).toMatchObject({ kind: 'skipped', code: 'file-changed' })
    expect(readFileSync(at('sessions', 'a.json'), 'utf8')).toBe('A.JSON')
    expect(readdirSync(at('sessions'))).toEqual(['a.json'])
  })

  it('skips a file that was recreated with the same content and time', () => {
    make('a.json')
    const fingerprint = fileFingerprintOf(home, 'sessions', 'a.json')
    execFileSync('cp', ['-p', at('sessions', 'a.json'), at('sessions', 'copy')])
    renameSync(at('sessions', 'copy'), at('sessions', 'a.json'))
    expect(take(fingerprint)).toMatchObject({ kind: 'skipped', code: 'file-changed' })
    expect(existsSync(at('sessions', 'a.json'))).toBe(true)
  })

  it("skips a link in its place and leaves the link's target alone", () => {
    make('a.json')
    const fingerprint = fileFingerprintOf(home, 'sessions', 'a.json')
    unlinkSync(at('sessions', 'a.json'))
    symlinkSync(join(temp.root, 'outside', 'a.json'), at('sessions', 'a.json'))
    expect(take(fingerprint)).toMatchObject({ kind: 'skipped', code: 'not-a-plain-file' })
    expect(lstatSync(at('sessions', 'a.json')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(temp.root, 'outside', 'a.json'), 'utf8')).toBe('not ours')
  })

  it('does not follow a folder that became a link', () => {
    make('a.json')
    const fingerprint = fileFingerprintOf(home, 'sessions', 'a.json')
    renameSync(at('sessions'), join(temp.root, 'moved'))
    symlinkSync(join(temp.root, 'moved'), at('sessions'))
    expect(take(fingerprint)).toMatchObject({ kind: 'skipped', code: 'not-a-plain-file' })
    expect(existsSync(join(temp.root, 'moved', 'a.json'))).toBe(true)
  })

  it('reports a file that is already gone', () => {
    make('a.json')
    const fingerprint = fileFingerprintOf(home, 'sessions', 'a.json')
    unlinkSync(at('sessions', 'a.json'))
    expect(take(fingerprint)).toMatchObject({ kind: 'skipped', code: 'file-gone' })
  })

  it('never removes the database', () => {
    writeFileSync(at('state.db'), 'rows')
    expect(take(fileFingerprintOf(home, 'state.db'))).toMatchObject({
      kind: 'skipped',
      code: 'not-a-plain-file',
    })
    expect(readFileSync(at('state.db'), 'utf8')).toBe('rows')
  })

  it('handles names with any characters', () => {
    const odd = 'a "quoted" \\ name\nwith ümlaut 文 and -- dashes.json'
    make(odd)
    expect(take(fileFingerprintOf(home, 'sessions', odd)).kind).toBe('done')
    expect(readdirSync(at('sessions'))).toEqual([])
  })

  it('calls the hook before each step and stops if the hook throws', () => {
    make('a.json')
    const fingerprint = fileFingerprintOf(home, 'sessions', 'a.json')
    const stop = () => {
      throw new Error('journal is full')
    }
    expect(() => moveToTrash(home, 'r1', fingerprint, stop)).toThrow('journal is full')
    expect(() => removeFile(home, fingerprint, stop)).toThrow('journal is full')
    expect(checkFile(home, fingerprint)).toBeNull()
  })
})

describe('a file replaced at the moment it is removed', () => {
  /** The hook runs after the last check and before the rename, the smallest window there is. */
  const replace = () => {
    writeFileSync(at('sessions', 'new'), 'written meanwhile')
    renameSync(at('sessions', 'new'), at('sessions', 'a.json'))
  }

  it('is put back when it was moved to the trash', () => {
    make('a.json')
    const outcome = moveToTrash(home, 'r1', fileFingerprintOf(home, 'sessions', 'a.json'), replace)
    expect(outcome).toMatchObject({ kind: 'skipped', code: 'file-changed' })
    expect(readFileSync(at('sessions', 'a.json'), 'utf8')).toBe('written meanwhile')
    expect(existsSync(trashed('sessions', 'a.json'))).toBe(false)
  })

  it('is put back when it was to be deleted', () => {
    make('a.json')
    const outcome = removeFile(home, fileFingerprintOf(home, 'sessions', 'a.json'), (step) => {
      if (step === 'set-aside') replace()
    })
    expect(outcome).toMatchObject({ kind: 'skipped', code: 'file-changed' })
    expect(readFileSync(at('sessions', 'a.json'), 'utf8')).toBe('written meanwhile')
    expect(readdirSync(at('sessions'))).toEqual(['a.json'])
  })
})
