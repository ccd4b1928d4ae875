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
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { exactTree } from '../../testing/exact-tree.ts'
import { folderFingerprintOf } from '../../testing/fingerprints.ts'
import { mountDisk, ONLY_ROOT_MOUNTS } from '../../testing/processes/mount-disk.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { setTimes } from '../bundle/set-times.ts'
import { checkFolder, checkFolderTop } from './check-folder.ts'
import { measureTree } from './measure-tree.ts'
import { moveBack } from './move-back.ts'
import { moveFolderToTrash } from './move-folder-to-trash.ts'
import { removeFolder, removeFolders } from './remove-folder.ts'

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
const done = (freedBytes: number): Outcome => ({ kind: 'done', freedBytes })

const folderTakers = {
  'moving a folder to the trash': (fingerprint: ReturnType<typeof folderFingerprintOf>) =>
    moveFolderToTrash(home, 'r1', fingerprint),
  'deleting a folder': (fingerprint: ReturnType<typeof folderFingerprintOf>) =>
    removeFolder(home, fingerprint),
  'deleting many folders': async (fingerprint: ReturnType<typeof folderFingerprintOf>) =>
    (await removeFolders(home, [fingerprint]))[0] ?? { kind: 'none' },
}

describe.each(Object.entries(folderTakers))('%s', (label, take) => {
  const makeFolder = () => {
    mkdirSync(at('checkpoints', 'a1', 'objects'), { recursive: true })
    writeFileSync(at('checkpoints', 'a1', 'HEAD'), 'ref')
    writeFileSync(at('checkpoints', 'a1', 'objects', 'x'), 'object')
    writeFileSync(
      Buffer.concat([Buffer.from(`${at('checkpoints', 'a1')}/`), Buffer.from([0xff, 0x80])]),
      'odd',
    )
    symlinkSync(join(temp.root, 'outside'), at('checkpoints', 'a1', 'link'))
    return folderFingerprintOf(home, 'checkpoints', 'a1')
  }

  it('removes everything in the folder and nothing that links in it point to', async () => {
    const target = makeFolder()
    expect((await take(target)).kind).toBe('done')
    expect(readdirSync(at('checkpoints'))).toEqual([])
    expect(readFileSync(join(temp.root, 'outside', 'a.json'), 'utf8')).toBe('not ours')
  })

  it('skips a folder that changed since the preview', async () => {
    const target = makeFolder()
    writeFileSync(at('checkpoints', 'a1', 'index.lock'), '')
    unlinkSync(at('checkpoints', 'a1', 'index.lock'))
    expect(await take(target)).toMatchObject({ kind: 'skipped', code: 'folder-changed' })
    expect(existsSync(at('checkpoints', 'a1', 'objects', 'x'))).toBe(true)
  })

  it('skips a folder that was recreated, and a link in its place', async () => {
    const target = makeFolder()
    renameSync(at('checkpoints', 'a1'), join(temp.root, 'kept'))
    mkdirSync(at('checkpoints', 'a1'))
    expect(await take(target)).toMatchObject({ kind: 'skipped', code: 'folder-changed' })
    rmSync(at('checkpoints', 'a1'), { recursive: true })
    symlinkSync(join(temp.root, 'kept'), at('checkpoints', 'a1'))
    expect(await take(target)).toMatchObject({ kind: 'skipped', code: 'not-a-plain-file' })
    expect(existsSync(join(temp.root, 'kept', 'HEAD'))).toBe(true)
  })

  it('reports a folder that is already gone', async () => {
    const target = makeFolder()
    rmSync(at('checkpoints'), { recursive: true })
    expect(await take(target)).toMatchObject({ kind: 'skipped', code: 'file-gone' })
  })

  it('finishes when run again', async () => {
    const target = makeFolder()
    if (label.startsWith('deleting')) {
      renameSync(at('checkpoints', 'a1'), at('checkpoints', `.steward-aside-${target.ino}`))
      rmSync(at('checkpoints', `.steward-aside-${target.ino}`, 'HEAD'))
    } else await take(target)
    expect((await take(target)).kind).toBe('done')
    expect(readdirSync(at('checkpoints'))).toEqual([])
  })
})

describe('a folder', () => {
  it('is restored from the trash unchanged, never over another folder', () => {
    mkdirSync(at('checkpoints', 'a1', 'empty'), { recursive: true })
    writeFileSync(at('checkpoints', 'a1', 'HEAD'), 'ref')
    const target = folderFingerprintOf(home, 'checkpoints', 'a1')
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

  it('is not deleted if something deep inside it changed', () => {
    mkdirSync(at('tree', 'deep', 'deeper'), { recursive: true })
    writeFileSync(at('tree', 'deep', 'deeper', 'x'), 'x')
    const target = folderFingerprintOf(home, 'tree')
    expect(checkFolder(home, target)).toMatchObject({ skip: null })
    expect(checkFolderTop(home, target)).toMatchObject({ skip: null })
    writeFileSync(at('tree', 'deep', 'deeper', 'x'), 'y')
    expect(checkFolder(home, target)).toEqual({ skip: 'folder-changed' })
    expect(removeFolder(home, target)).toMatchObject({ kind: 'skipped', code: 'folder-changed' })
  })

  it('is measured in disk blocks, counting hard links once', () => {
    mkdirSync(at('tree', 'sub'), { recursive: true })
    writeFileSync(at('tree', 'a'), 'x'.repeat(50_000))
    linkSync(at('tree', 'a'), at('tree', 'sub', 'b'))
    writeFileSync(at('kept'), 'x'.repeat(20_000))
    linkSync(at('kept'), at('tree', 'c'))
    const du = Number(execFileSync('du', ['-s', '-B1', at('tree')], { encoding: 'utf8' }).split('\t')[0])
    const measure = measureTree(at('tree'))
    expect(measure).toMatchObject({ bytes: du, entries: 4 })
    expect(measure?.freedBytes).toBe(du - lstatSync(at('kept')).blocks * 512)
    expect(removeFolder(home, folderFingerprintOf(home, 'tree'))).toEqual(done(measure?.freedBytes ?? -1))
    expect(readFileSync(at('kept'), 'utf8')).toHaveLength(20_000)
  })

  it('has its own outcome when many are removed', async () => {
    for (const name of ['a', 'b', 'c', 'd']) {
      mkdirSync(at('many', name, 'sub'), { recursive: true })
      writeFileSync(at('many', name, 'sub', 'x'), name)
    }
    const targets = ['a', 'b', 'c', 'd'].map((name) => folderFingerprintOf(home, 'many', name))
    writeFileSync(at('many', 'b', 'new'), 'new')
    rmSync(at('many', 'c'), { recursive: true })
    const outcomes = await removeFolders(home, targets)
    expect(outcomes).toMatchObject([
      { kind: 'done' },
      { kind: 'skipped', code: 'folder-changed' },
      { kind: 'skipped', code: 'file-gone' },
      { kind: 'done' },
    ])
    expect(readdirSync(at('many'))).toEqual(['b'])
  })

  it('is not deleted if a disk is mounted in it', async ({ skip }) => {
    for (const name of ['a', 'b']) mkdirSync(at('many', name, 'sub'), { recursive: true })
    const targets = ['a', 'b'].map((name) => folderFingerprintOf(home, 'many', name))
    const disk = mountDisk(at('many', 'a', 'sub'))
    if (disk === null) return skip(ONLY_ROOT_MOUNTS)
    try {
      // As old as the empty folder was, and with as many entries.
      const { mtimeNs } = lstatSync(at('many', 'b', 'sub'), { bigint: true })
      setTimes([{ path: Buffer.from(at('many', 'a', 'sub')), mtimeNs }])
      expect(await removeFolders(home, targets)).toMatchObject([
        { kind: 'skipped', code: 'other-disk' },
        { kind: 'done' },
      ])
      expect(readdirSync(at('many'))).toEqual(['a'])
    } finally {
      disk.unmount()
    }
  })

  it('stays complete if the hook stops before it is removed', async () => {
    mkdirSync(at('tree'))
    writeFileSync(at('tree', 'x'), 'x')
    const target = folderFingerprintOf(home, 'tree')
    const stop = (step: string) => {
      if (step === 'remove') throw new Error('journal is full')
    }
    await expect(removeFolders(home, [target], { onStep: stop })).rejects.toThrow('journal is full')
    expect(existsSync(at(`.steward-aside-${target.ino}`, 'x'))).toBe(true)
    expect(removeFolder(home, target).kind).toBe('done')
    expect(existsSync(at(`.steward-aside-${target.ino}`))).toBe(false)
  })
})
