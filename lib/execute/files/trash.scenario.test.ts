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
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { exactTree } from '../../testing/exact-tree.ts'
import { fileFingerprintOf } from '../../testing/fingerprints.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { checkFile } from './check-file.ts'
import { isPlaceFree, moveBack } from './move-back.ts'
import { moveToTrash } from './move-to-trash.ts'
import { measureTrash, purgeTrash } from './purge-trash.ts'
import { removeFile } from './remove-file.ts'

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
const done = (freedBytes: number): Outcome => ({ kind: 'done', freedBytes })

describe('the trash', () => {
  it('keeps the tree, is readable by its owner only and restores everything unchanged', () => {
    mkdirSync(at('cron', 'output', 'job'), { recursive: true })
    writeFileSync(at('cron', 'output', 'job', 'x.md'), 'output', { mode: 0o640 })
    const before = exactTree(at('cron', 'output', 'job', 'x.md'))
    const fingerprint = fileFingerprintOf(home, 'cron', 'output', 'job', 'x.md')
    expect(moveToTrash(home, 'r1', fingerprint)).toEqual(done(0))
    expect(existsSync(trashed('cron', 'output', 'job', 'x.md'))).toBe(true)
    for (const folder of [at('.steward-trash'), at('.steward-trash', 'r1'), trashed('cron')])
      expect(lstatSync(folder).mode & 0o777).toBe(0o700)
    rmSync(at('cron'), { recursive: true })
    expect(isPlaceFree(home, fingerprint.path)).toBe(true)
    expect(moveBack({ homePath: home, receiptId: 'r1', names: fingerprint.path })).toEqual(done(0))
    expect(exactTree(at('cron', 'output', 'job', 'x.md'))).toEqual(before)
  })

  it('reports the same outcome when an action is repeated after a kill', () => {
    make('a.json')
    make('b.json')
    const [a, b] = [
      fileFingerprintOf(home, 'sessions', 'a.json'),
      fileFingerprintOf(home, 'sessions', 'b.json'),
    ]
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

  it('never replaces what is in the original place now', () => {
    make('a.json', 'old')
    const fingerprint = fileFingerprintOf(home, 'sessions', 'a.json')
    moveToTrash(home, 'r1', fingerprint)
    make('a.json', 'new')
    expect(isPlaceFree(home, fingerprint.path)).toBe(false)
    expect(moveBack({ homePath: home, receiptId: 'r1', names: fingerprint.path })).toMatchObject({
      kind: 'skipped',
      code: 'place-taken',
    })
    expect(readFileSync(at('sessions', 'a.json'), 'utf8')).toBe('new')
    expect(readFileSync(trashed('sessions', 'a.json'), 'utf8')).toBe('old')
  })

  it('never replaces what is already in the trash', () => {
    make('a.json', 'first')
    moveToTrash(home, 'r1', fileFingerprintOf(home, 'sessions', 'a.json'))
    make('a.json', 'second')
    expect(moveToTrash(home, 'r1', fileFingerprintOf(home, 'sessions', 'a.json'))).toMatchObject({
      code: 'place-taken',
    })
    expect(readFileSync(trashed('sessions', 'a.json'), 'utf8')).toBe('first')
    expect(readFileSync(at('sessions', 'a.json'), 'utf8')).toBe('second')
  })

  it('is refused if it is a link or the receipt id is invalid', () => {
    symlinkSync(join(temp.root, 'outside'), at('.steward-trash'))
    make('a.json')
    const fingerprint = fileFingerprintOf(home, 'sessions', 'a.json')
    expect(moveToTrash(home, 'r1', fingerprint)).toMatchObject({ kind: 'skipped', code: 'not-a-plain-file' })
    expect(purgeTrash(home, 'r1').kind).toBe('skipped')
    expect(purgeTrash(home, '..').kind).toBe('skipped')
    expect(checkFile(home, fingerprint)).toBeNull()
    expect(readdirSync(join(temp.root, 'outside'))).toEqual(['a.json'])
  })

  it('is purged permanently and reports the bytes freed', () => {
    make('a.json', 'x'.repeat(10_000))
    const fingerprint = fileFingerprintOf(home, 'sessions', 'a.json')
    moveToTrash(home, 'r1', fingerprint)
    moveToTrash(home, 'r1', fingerprint)
    const cost = measureTrash(home, 'r1')
    expect(cost).toBeGreaterThanOrEqual(fingerprint.bytes)
    expect(purgeTrash(home, 'r1')).toEqual(done(cost))
    expect(existsSync(at('.steward-trash'))).toBe(false)
    expect(purgeTrash(home, 'r1')).toEqual(done(0))
    expect(measureTrash(home, 'r1')).toBe(0)
  })
})
