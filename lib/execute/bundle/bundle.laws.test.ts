import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exactTree } from '../../testing/exact-tree.ts'
import { folderFingerprintOf } from '../../testing/fingerprints.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { moveBack } from '../files/move-back.ts'
import type { BundleSource } from './bundle-source.ts'
import { unpackBundle, unpackedNames } from './unpack-bundle.ts'
import { type WrittenBundle, writeBundle } from './write-bundle.ts'

const NOW_MS = Date.UTC(2026, 10, 16, 9, 30)

let temp: TempHome
let home: string

beforeEach(() => {
  temp = tempHome()
  home = temp.path
  mkdirSync(home)
})
afterEach(() => temp.cleanup())

const inHome = (...names: string[]) => join(home, ...names)

const write = async (sources: readonly BundleSource[], name = 'b.tar.zst') =>
  writeBundle({
    homePath: home,
    folder: join(temp.root, 'archives'),
    name,
    sources,
    about: { receipt: 'r1', batch: 1 },
    nowMs: NOW_MS,
  })

async function written(sources: readonly BundleSource[]): Promise<WrittenBundle> {
  const result = await write(sources)
  if (!result.ok) throw new Error(result.fault.message)
  return result.value
}

function untar(bundle: string): string {
  const folder = join(temp.root, 'by-hand')
  mkdirSync(folder)
  execFileSync('tar', ['--zstd', '-xpf', bundle, '-C', folder], { stdio: 'pipe' })
  return folder
}

describe('a bundle', () => {
  it('any tree unpacks identically, with our reader and with tar', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(anyTree, async (entries) => {
        rmSync(home, { recursive: true, force: true })
        rmSync(join(temp.root, 'archives'), { recursive: true, force: true })
        rmSync(join(temp.root, 'by-hand'), { recursive: true, force: true })
        mkdirSync(inHome('tree'), { recursive: true })
        make(entries)
        const before = exactTree(inHome('tree'))
        const { path } = await written([
          { kind: 'folder', id: 't', target: folderFingerprintOf(home, 'tree') },
        ])
        expect(exactTree(join(untar(path), 'trees', 'tree'))).toEqual(before)
        rmSync(inHome('tree'), { recursive: true })
        expect(await unpackBundle(path, home, 'r')).toMatchObject({ ok: true })
        moveBack({ homePath: home, receiptId: 'r', names: ['tree'], from: unpackedNames('trees/tree') })
        expect(exactTree(inHome('tree'))).toEqual(before)
      }),
      { numRuns: 60 },
    )
  })
})

type Entry = {
  readonly name: Uint8Array
  readonly kind: 'file' | 'folder' | 'link'
  readonly content: Uint8Array
  readonly mode: number
  readonly seconds: number
}

const anyName = fc
  .uint8Array({ minLength: 1, maxLength: 140 })
  .map((bytes) => bytes.map((byte) => (byte === 0 || byte === 0x2f ? 0x41 : byte)))
  .filter((bytes) => !['.', '..'].includes(Buffer.from(bytes).toString('latin1')))

const anyTree: fc.Arbitrary<Entry[]> = fc.array(
  fc.record({
    name: anyName,
    kind: fc.constantFrom('file', 'file', 'folder', 'link'),
    content: fc.uint8Array({ minLength: 1, maxLength: 3_000 }),
    mode: fc.integer({ min: 0, max: 0o777 }).map((mode) => mode | 0o400),
    seconds: fc.double({ min: -1e8, max: 4e9, noNaN: true }),
  }),
  { maxLength: 12 },
)

/** Creates the entries in order and ignores names that already exist. */
function make(entries: readonly Entry[]): void {
  let folder = Buffer.from(inHome('tree'))
  const later: (() => void)[] = []
  for (const { name, kind, content, mode, seconds } of entries) {
    const path = Buffer.concat([folder, Buffer.from('/'), name])
    if (path.length > 1_500 || existsSync(path) || lstatSync(path, { throwIfNoEntry: false })) continue
    if (kind === 'link') symlinkSync(Buffer.from(content.map((byte) => byte || 1)), path)
    else if (kind === 'file') writeFileSync(path, content)
    else mkdirSync(path)
    if (kind === 'link') continue
    later.unshift(() => {
      chmodSync(path, kind === 'folder' ? mode | 0o700 : mode)
      utimesSync(path, seconds, seconds)
    })
    if (kind === 'folder') folder = path
  }
  for (const finish of later) finish()
}
