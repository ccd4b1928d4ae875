import { execFileSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Outcome } from '../../domain/plan/receipt.ts'
import { exactTree } from '../../testing/exact-tree.ts'
import { folderMarkOf, markOf } from '../../testing/marks.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { checkFile } from './check-file.ts'
import { checkFolder, checkFolderTop } from './check-folder.ts'
import { expireTrash, measureTrash } from './expire-trash.ts'
import { insideHome } from './inside-home.ts'
import { measureTree } from './measure.ts'
import { isPlaceFree, moveBack } from './move-back.ts'
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
  mkdirSync(join(temp.root, 'outside'))
  writeFileSync(join(temp.root, 'outside', 'a.json'), 'not ours')
})
afterEach(() => temp.cleanup())

const at = (...names: string[]) => join(home, ...names)
const trashed = (...names: string[]) => at('.steward-trash', 'r1', 'files', ...names)
const lay = (name: string, content = name) => writeFileSync(at('sessions', name), content)
const done = (freedBytes: number): Outcome => ({ kind: 'done', freedBytes })

/** Every act that takes a file, under one name. */
const takers = {
  'moving to the trash': (mark: ReturnType<typeof markOf>) => moveToTrash(home, 'r1', mark),
  deleting: (mark: ReturnType<typeof markOf>) => removeFile(home, mark),
}

const folderTakers = {
  'moving a folder to the trash': (mark: ReturnType<typeof folderMarkOf>) =>
    moveFolderToTrash(home, 'r1', mark),
  'deleting a folder': (mark: ReturnType<typeof folderMarkOf>) => removeFolder(home, mark),
}

describe('names that may be acted on', () => {
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
  ])('are not %j', (names) => {
    expect(insideHome(home, names)).toEqual({ ok: false, fault: 'forbidden' })
  })

  it('lead through real folders only', () => {
    symlinkSync(join(temp.root, 'outside'), at('linked'))
    lay('plain')
    expect(insideHome(home, ['linked', 'a.json'])).toEqual({ ok: false, fault: 'not-a-folder' })
    expect(insideHome(home, ['sessions', 'plain', 'x'])).toEqual({ ok: false, fault: 'not-a-folder' })
    expect(insideHome(home, ['nowhere', 'x'])).toEqual({ ok: false, fault: 'missing' })
    expect(insideHome(home, ['sessions', 'plain'])).toEqual({ ok: true, value: at('sessions', 'plain') })
  })
})

describe.each(Object.entries(takers))('%s', (_, take) => {
  it('leaves a file that was written to', () => {
    lay('a.json')
    const mark = markOf(home, 'sessions', 'a.json')
    writeFileSync(at('sessions', 'a.json'), 'A.JSON')
    expect(take(mark)).toMatchObject({ kind: 'skipped', code: 'file-changed' })
    expect(readFileSync(at('sessions', 'a.json'), 'utf8')).toBe('A.JSON')
    expect(readdirSync(at('sessions'))).toEqual(['a.json'])
  })

  it('leaves a file that was made anew with the same content and time', () => {
    lay('a.json')
    const mark = markOf(home, 'sessions', 'a.json')
    execFileSync('cp', ['-p', at('sessions', 'a.json'), at('sessions', 'copy')])
    renameSync(at('sessions', 'copy'), at('sessions', 'a.json'))
    expect(take(mark)).toMatchObject({ kind: 'skipped', code: 'file-changed' })
    expect(existsSync(at('sessions', 'a.json'))).toBe(true)
  })

  it('leaves a link put in its place, and what the link leads to', () => {
    lay('a.json')
    const mark = markOf(home, 'sessions', 'a.json')
    unlinkSync(at('sessions', 'a.json'))
    symlinkSync(join(temp.root, 'outside', 'a.json'), at('sessions', 'a.json'))
    expect(take(mark)).toMatchObject({ kind: 'skipped', code: 'not-a-plain-file' })
    expect(lstatSync(at('sessions', 'a.json')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(temp.root, 'outside', 'a.json'), 'utf8')).toBe('not ours')
  })

  it('does not follow a folder that became a link', () => {
    lay('a.json')
    const mark = markOf(home, 'sessions', 'a.json')
    renameSync(at('sessions'), join(temp.root, 'moved'))
    symlinkSync(join(temp.root, 'moved'), at('sessions'))
    expect(take(mark)).toMatchObject({ kind: 'skipped', code: 'not-a-plain-file' })
    expect(existsSync(join(temp.root, 'moved', 'a.json'))).toBe(true)
  })

  it('says so when the file is gone', () => {
    lay('a.json')
    const mark = markOf(home, 'sessions', 'a.json')
    unlinkSync(at('sessions', 'a.json'))
    expect(take(mark)).toMatchObject({ kind: 'skipped', code: 'file-gone' })
  })

  it('never takes the database', () => {
    writeFileSync(at('state.db'), 'rows')
    expect(take(markOf(home, 'state.db'))).toMatchObject({ kind: 'skipped', code: 'not-a-plain-file' })
    expect(readFileSync(at('state.db'), 'utf8')).toBe('rows')
  })

  it('takes names of any letters', () => {
    const odd = 'a "quoted" \\ name\nwith ümlaut 文 and -- dashes.json'
    lay(odd)
    expect(take(markOf(home, 'sessions', odd)).kind).toBe('done')
    expect(readdirSync(at('sessions'))).toEqual([])
  })

  it('is told before each step, and stops where the teller throws', () => {
    lay('a.json')
    const mark = markOf(home, 'sessions', 'a.json')
    const stop = () => {
      throw new Error('journal is full')
    }
    expect(() => moveToTrash(home, 'r1', mark, stop)).toThrow('journal is full')
    expect(() => removeFile(home, mark, stop)).toThrow('journal is full')
    expect(checkFile(home, mark)).toBeNull()
  })
})

describe('a file written in the very moment it is taken', () => {
  /** The hook runs after the last look and before the rename: the narrowest place there is. */
  const replace = () => {
    writeFileSync(at('sessions', 'new'), 'written meanwhile')
    renameSync(at('sessions', 'new'), at('sessions', 'a.json'))
  }

  it('is back in its place when it went to the trash', () => {
    lay('a.json')
    const outcome = moveToTrash(home, 'r1', markOf(home, 'sessions', 'a.json'), replace)
    expect(outcome).toMatchObject({ kind: 'skipped', code: 'file-changed' })
    expect(readFileSync(at('sessions', 'a.json'), 'utf8')).toBe('written meanwhile')
    expect(existsSync(trashed('sessions', 'a.json'))).toBe(false)
  })

  it('is back in its place when it was to be deleted', () => {
    lay('a.json')
    const outcome = removeFile(home, markOf(home, 'sessions', 'a.json'), (step) => {
      if (step === 'set-aside') replace()
    })
    expect(outcome).toMatchObject({ kind: 'skipped', code: 'file-changed' })
    expect(readFileSync(at('sessions', 'a.json'), 'utf8')).toBe('written meanwhile')
    expect(readdirSync(at('sessions'))).toEqual(['a.json'])
  })
})

describe('the trash', () => {
  it('keeps the tree, is only for its owner, and gives everything back as it was', () => {
    mkdirSync(at('cron', 'output', 'job'), { recursive: true })
    writeFileSync(at('cron', 'output', 'job', 'x.md'), 'output', { mode: 0o640 })
    const before = exactTree(at('cron', 'output', 'job', 'x.md'))
    const mark = markOf(home, 'cron', 'output', 'job', 'x.md')
    expect(moveToTrash(home, 'r1', mark)).toEqual(done(0))
    expect(existsSync(trashed('cron', 'output', 'job', 'x.md'))).toBe(true)
    for (const folder of [at('.steward-trash'), at('.steward-trash', 'r1'), trashed('cron')])
      expect(lstatSync(folder).mode & 0o777).toBe(0o700)
    rmSync(at('cron'), { recursive: true })
    expect(isPlaceFree(home, mark.path)).toBe(true)
    expect(moveBack({ homePath: home, receiptId: 'r1', names: mark.path })).toEqual(done(0))
    expect(exactTree(at('cron', 'output', 'job', 'x.md'))).toEqual(before)
  })

  it('says the same when an act is run again, as after a kill', () => {
    lay('a.json')
    lay('b.json')
    const [a, b] = [markOf(home, 'sessions', 'a.json'), markOf(home, 'sessions', 'b.json')]
    expect([moveToTrash(home, 'r1', a), moveToTrash(home, 'r1', a)]).toEqual([done(0), done(0)])
    renameSync(at('sessions', 'b.json'), at('sessions', `.steward-aside-${b.ino}`))
    expect(removeFile(home, b)).toEqual(done(b.bytes))
    expect(readdirSync(at('sessions'))).toEqual([])
    linkSync(trashed('sessions', 'a.json'), at('sessions', 'a.json'))
    expect(moveBack({ homePath: home, receiptId: 'r1', names: a.path })).toEqual(done(0))
    expect([existsSync(trashed('sessions', 'a.json')), existsSync(at('sessions', 'a.json'))]).toEqual([
      false,
      true,
    ])
  })

  it('never writes over what lies in the place now', () => {
    lay('a.json', 'old')
    const mark = markOf(home, 'sessions', 'a.json')
    moveToTrash(home, 'r1', mark)
    lay('a.json', 'new')
    expect(isPlaceFree(home, mark.path)).toBe(false)
    expect(moveBack({ homePath: home, receiptId: 'r1', names: mark.path })).toMatchObject({
      kind: 'skipped',
      code: 'place-taken',
    })
    expect(readFileSync(at('sessions', 'a.json'), 'utf8')).toBe('new')
    expect(readFileSync(trashed('sessions', 'a.json'), 'utf8')).toBe('old')
  })

  it('never writes over what is in the trash already', () => {
    lay('a.json', 'first')
    moveToTrash(home, 'r1', markOf(home, 'sessions', 'a.json'))
    lay('a.json', 'second')
    expect(moveToTrash(home, 'r1', markOf(home, 'sessions', 'a.json'))).toMatchObject({ code: 'place-taken' })
    expect(readFileSync(trashed('sessions', 'a.json'), 'utf8')).toBe('first')
    expect(readFileSync(at('sessions', 'a.json'), 'utf8')).toBe('second')
  })

  it('is not used where it is a link, or a receipt has an odd name', () => {
    symlinkSync(join(temp.root, 'outside'), at('.steward-trash'))
    lay('a.json')
    const mark = markOf(home, 'sessions', 'a.json')
    expect(moveToTrash(home, 'r1', mark)).toMatchObject({ kind: 'skipped', code: 'not-a-plain-file' })
    expect(expireTrash(home, 'r1').kind).toBe('skipped')
    expect(expireTrash(home, '..').kind).toBe('skipped')
    expect(checkFile(home, mark)).toBeNull()
    expect(readdirSync(join(temp.root, 'outside'))).toEqual(['a.json'])
  })

  it('expires for good and says how many bytes of disk that gave back', () => {
    lay('a.json', 'x'.repeat(10_000))
    const mark = markOf(home, 'sessions', 'a.json')
    moveToTrash(home, 'r1', mark)
    moveToTrash(home, 'r1', mark)
    const cost = measureTrash(home, 'r1')
    expect(cost).toBeGreaterThanOrEqual(mark.bytes)
    expect(expireTrash(home, 'r1')).toEqual(done(cost))
    expect(existsSync(at('.steward-trash'))).toBe(false)
    expect(expireTrash(home, 'r1')).toEqual(done(0))
    expect(measureTrash(home, 'r1')).toBe(0)
  })
})

describe.each(Object.entries(folderTakers))('%s', (label, take) => {
  const layFolder = () => {
    mkdirSync(at('checkpoints', 'a1', 'objects'), { recursive: true })
    writeFileSync(at('checkpoints', 'a1', 'HEAD'), 'ref')
    writeFileSync(at('checkpoints', 'a1', 'objects', 'x'), 'object')
    writeFileSync(
      Buffer.concat([Buffer.from(`${at('checkpoints', 'a1')}/`), Buffer.from([0xff, 0x80])]),
      'odd',
    )
    symlinkSync(join(temp.root, 'outside'), at('checkpoints', 'a1', 'link'))
    return folderMarkOf(home, 'checkpoints', 'a1')
  }

  it('takes everything in it and nothing a link in it leads to', () => {
    const target = layFolder()
    expect(take(target).kind).toBe('done')
    expect(readdirSync(at('checkpoints'))).toEqual([])
    expect(readFileSync(join(temp.root, 'outside', 'a.json'), 'utf8')).toBe('not ours')
  })

  it('leaves a folder that was used since', () => {
    const target = layFolder()
    writeFileSync(at('checkpoints', 'a1', 'index.lock'), '')
    unlinkSync(at('checkpoints', 'a1', 'index.lock'))
    expect(take(target)).toMatchObject({ kind: 'skipped', code: 'folder-changed' })
    expect(existsSync(at('checkpoints', 'a1', 'objects', 'x'))).toBe(true)
  })

  it('leaves a folder that was made anew, and a link in its place', () => {
    const target = layFolder()
    renameSync(at('checkpoints', 'a1'), join(temp.root, 'kept'))
    mkdirSync(at('checkpoints', 'a1'))
    expect(take(target)).toMatchObject({ kind: 'skipped', code: 'folder-changed' })
    rmSync(at('checkpoints', 'a1'), { recursive: true })
    symlinkSync(join(temp.root, 'kept'), at('checkpoints', 'a1'))
    expect(take(target)).toMatchObject({ kind: 'skipped', code: 'not-a-plain-file' })
    expect(existsSync(join(temp.root, 'kept', 'HEAD'))).toBe(true)
  })

  it('says so when it is gone', () => {
    const target = layFolder()
    rmSync(at('checkpoints'), { recursive: true })
    expect(take(target)).toMatchObject({ kind: 'skipped', code: 'file-gone' })
  })

  it('is finished by running it again', () => {
    const target = layFolder()
    if (label.startsWith('deleting')) {
      renameSync(at('checkpoints', 'a1'), at('checkpoints', `.steward-aside-${target.ino}`))
      rmSync(at('checkpoints', `.steward-aside-${target.ino}`, 'HEAD'))
    } else take(target)
    expect(take(target).kind).toBe('done')
    expect(readdirSync(at('checkpoints'))).toEqual([])
  })
})

describe('a folder', () => {
  it('comes back from the trash as it was, never over another', () => {
    mkdirSync(at('checkpoints', 'a1', 'empty'), { recursive: true })
    writeFileSync(at('checkpoints', 'a1', 'HEAD'), 'ref')
    const target = folderMarkOf(home, 'checkpoints', 'a1')
    const before = exactTree(at('checkpoints', 'a1'))
    moveFolderToTrash(home, 'r1', target)
    mkdirSync(at('checkpoints', 'a1'))
    writeFileSync(at('checkpoints', 'a1', 'HEAD'), 'new')
    const back = () => moveBack({ homePath: home, receiptId: 'r1', names: target.path })
    expect(back()).toMatchObject({ kind: 'skipped', code: 'place-taken' })
    rmSync(at('checkpoints', 'a1'), { recursive: true })
    expect(back()).toEqual(done(0))
    expect(exactTree(at('checkpoints', 'a1'))).toEqual(before)
  })

  it('is known by what changed deep inside it before it is deleted', () => {
    mkdirSync(at('tree', 'deep', 'deeper'), { recursive: true })
    writeFileSync(at('tree', 'deep', 'deeper', 'x'), 'x')
    const target = folderMarkOf(home, 'tree')
    expect(checkFolder(home, target)).toMatchObject({ skip: null })
    expect(checkFolderTop(home, target)).toMatchObject({ skip: null })
    writeFileSync(at('tree', 'deep', 'deeper', 'x'), 'y')
    expect(checkFolder(home, target)).toEqual({ skip: 'folder-changed' })
    expect(removeFolder(home, target)).toMatchObject({ kind: 'skipped', code: 'folder-changed' })
  })

  it('is measured in blocks, with hard links counted once', () => {
    mkdirSync(at('tree', 'sub'), { recursive: true })
    writeFileSync(at('tree', 'a'), 'x'.repeat(50_000))
    linkSync(at('tree', 'a'), at('tree', 'sub', 'b'))
    writeFileSync(at('kept'), 'x'.repeat(20_000))
    linkSync(at('kept'), at('tree', 'c'))
    const du = Number(execFileSync('du', ['-s', '-B1', at('tree')], { encoding: 'utf8' }).split('\t')[0])
    const measure = measureTree(at('tree'))
    expect(measure).toMatchObject({ bytes: du, entries: 4 })
    expect(measure?.freedBytes).toBe(du - lstatSync(at('kept')).blocks * 512)
    expect(removeFolder(home, folderMarkOf(home, 'tree'))).toEqual(done(measure?.freedBytes ?? -1))
    expect(readFileSync(at('kept'), 'utf8')).toHaveLength(20_000)
  })
})
