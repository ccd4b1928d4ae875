import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exactTree } from '../../testing/exact-tree.ts'
import { fileFingerprintOf, folderFingerprintOf } from '../../testing/fingerprints.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { moveBack } from '../files/move-back.ts'
import type { BundleSource } from './bundle-source.ts'
import { readBundleLines } from './read-bundle.ts'
import { removeUnpacked, unpackBundle, unpackedNames } from './unpack-bundle.ts'
import { verifyBundle } from './verify-bundle.ts'
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

function makeTree(): void {
  mkdirSync(inHome('checkpoints', 'a1', 'empty'), { recursive: true })
  mkdirSync(inHome('checkpoints', 'a1', 'objects'))
  writeFileSync(inHome('checkpoints', 'a1', 'HEAD'), 'ref: refs/heads/master\n')
  writeFileSync(inHome('checkpoints', 'a1', 'objects', 'x'.repeat(200)), 'long name')
  writeFileSync(inHome('checkpoints', 'a1', 'objects', 'line\nbreak \\ "quoted" ümläut'), 'odd')
  writeFileSync(Buffer.concat([Buffer.from(`${inHome('checkpoints', 'a1')}/`), NOT_TEXT]), 'no text')
  symlinkSync('../../state.db', inHome('checkpoints', 'a1', 'link'))
  symlinkSync('t'.repeat(150), inHome('checkpoints', 'a1', 'far'))
  chmodSync(inHome('checkpoints', 'a1', 'HEAD'), 0o444)
  chmodSync(inHome('checkpoints', 'a1', 'objects'), 0o755)
}

const NOT_TEXT = Buffer.from([0x66, 0xff, 0xfe, 0x2d, 0xc3])

describe('a bundle', () => {
  it('restores a folder with every name, mode, link and nanosecond', async () => {
    makeTree()
    const before = exactTree(inHome('checkpoints', 'a1'))
    const { path } = await written([
      { kind: 'folder', id: 'a1', target: folderFingerprintOf(home, 'checkpoints', 'a1') },
    ])
    rmSync(inHome('checkpoints', 'a1'), { recursive: true })
    expect(await unpackBundle(path, home, 'r1')).toMatchObject({ ok: true })
    const outcome = moveBack({
      homePath: home,
      receiptId: 'r1',
      names: ['checkpoints', 'a1'],
      from: unpackedNames('trees/checkpoints/a1'),
    })
    expect(outcome).toEqual({ kind: 'done', freedBytes: 0 })
    expect(exactTree(inHome('checkpoints', 'a1'))).toEqual(before)
  })

  it('unpacks with tar and verifies with sha256sum, byte for byte', async () => {
    makeTree()
    mkdirSync(inHome('sessions'))
    writeFileSync(inHome('sessions', 'session_1.json'), '{"a": 1}')
    const before = exactTree(inHome('checkpoints', 'a1'))
    const { path } = await written([
      { kind: 'lines', name: 'rows/sessions.jsonl', lines: () => ['{"id":"a"}', '{"id":"ü\u2028"}'] },
      { kind: 'file', id: 's', fingerprint: fileFingerprintOf(home, 'sessions', 'session_1.json') },
      { kind: 'folder', id: 'a1', target: folderFingerprintOf(home, 'checkpoints', 'a1') },
    ])
    const folder = untar(path)
    expect(exactTree(join(folder, 'trees', 'checkpoints', 'a1'))).toEqual(before)
    expect(exactTree(join(folder, 'files', 'sessions', 'session_1.json'))).toEqual(
      exactTree(inHome('sessions', 'session_1.json')),
    )
    expect(readFileSync(join(folder, 'rows', 'sessions.jsonl'), 'utf8')).toBe(
      '{"id":"a"}\n{"id":"ü\u2028"}\n',
    )
    const checked = execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(checked.split('\n').filter((line) => line.endsWith(': OK'))).toHaveLength(7)
  })

  it('is readable by its owner only, leaves no temporary file and never replaces another bundle', async () => {
    const { path, bytes } = await written([{ kind: 'lines', name: 'rows/x.jsonl', lines: () => ['1'] }])
    const before = readFileSync(path)
    expect(lstatSync(path).mode & 0o777).toBe(0o600)
    expect(lstatSync(join(temp.root, 'archives')).mode & 0o777).toBe(0o700)
    expect(bytes).toBe(lstatSync(path).blocks * 512)
    const again = await write([{ kind: 'lines', name: 'rows/x.jsonl', lines: () => ['2'] }])
    expect(again).toMatchObject({ ok: false, fault: { code: 'place-taken' } })
    expect(readdirSync(join(temp.root, 'archives'))).toEqual(['b.tar.zst'])
    expect(readFileSync(path)).toEqual(before)
  })

  it('returns every line, wherever the parts were split', async () => {
    const lines = Array.from({ length: 70 }, (_, index) => `${index} ${'ä'.repeat(500_000)}`)
    async function* later() {
      yield* lines
    }
    const { path, manifest } = await written([{ kind: 'lines', name: 'rows/s.jsonl', lines: later }])
    expect(manifest.members.map((member) => member.path.toString())).toEqual([
      'rows/s.jsonl',
      ...[2, 3, 4, 5, 6, 7, 8, 9].map((part) => `rows/s-${part}.jsonl`),
    ])
    const read: string[] = []
    for await (const line of readBundleLines(path, 'rows/s.jsonl')) read.push(line)
    expect(read).toEqual(lines)
  })

  it('skips a file that changed since the preview and reports it', async () => {
    mkdirSync(inHome('sessions'))
    for (const name of ['kept', 'written', 'linked', 'gone', 'piped'])
      writeFileSync(inHome('sessions', name), name)
    const sources = ['kept', 'written', 'linked', 'gone', 'piped'].map(
      (name): BundleSource => ({
        kind: 'file',
        id: name,
        fingerprint: fileFingerprintOf(home, 'sessions', name),
      }),
    )
    writeFileSync(inHome('sessions', 'written'), 'more than before')
    for (const name of ['linked', 'gone', 'piped']) rmSync(inHome('sessions', name))
    symlinkSync('kept', inHome('sessions', 'linked'))
    execFileSync('mkfifo', [inHome('sessions', 'piped')])
    const { manifest, skipped } = await written(sources)
    expect(skipped).toEqual([
      { id: 'written', code: 'file-changed' },
      { id: 'linked', code: 'not-a-plain-file' },
      { id: 'gone', code: 'file-gone' },
      { id: 'piped', code: 'not-a-plain-file' },
    ])
    expect(manifest.members.map((member) => member.path.toString())).toEqual(['files/sessions/kept'])
  })

  it('starts over without a file that changes while it is read', async () => {
    mkdirSync(inHome('sessions'))
    writeFileSync(inHome('sessions', 'large'), Buffer.alloc(5_000_000, 'x'))
    writeFileSync(inHome('sessions', 'small'), 'small')
    let calls = 0
    const result = await write([
      { kind: 'file', id: 'large', fingerprint: fileFingerprintOf(home, 'sessions', 'large') },
      {
        kind: 'lines',
        name: 'rows/s.jsonl',
        lines: () => {
          calls += 1
          return ['one']
        },
      },
      { kind: 'file', id: 'small', fingerprint: fileFingerprintOf(home, 'sessions', 'small') },
      { kind: 'folder', id: 'tree', target: growing() },
    ])
    expect(result).toMatchObject({ ok: true, value: { skipped: [{ id: 'tree', code: 'folder-changed' }] } })
    expect(calls).toBe(2)
    const path = join(temp.root, 'archives', 'b.tar.zst')
    const verified = await verifyBundle(path)
    expect(verified.ok && verified.value.members.map((member) => member.path.toString())).toEqual([
      'files/sessions/large',
      'rows/s.jsonl',
      'files/sessions/small',
    ])
  })

  /** A target whose entry count matches at the first check and not at the second. */
  function growing() {
    mkdirSync(inHome('tree'))
    writeFileSync(inHome('tree', 'a'), 'a')
    const target = folderFingerprintOf(home, 'tree')
    let reads = 0
    return {
      ...target,
      get entries() {
        reads += 1
        return reads === 1 ? target.entries : target.entries + 1
      },
    }
  }

  it('skips a folder that contains a pipe and a folder that changed since the preview', async () => {
    mkdirSync(inHome('piped'))
    mkdirSync(inHome('old'))
    execFileSync('mkfifo', [inHome('piped', 'fifo')])
    const old = folderFingerprintOf(home, 'old')
    writeFileSync(inHome('old', 'new'), 'new')
    const { skipped, manifest } = await written([
      { kind: 'folder', id: 'piped', target: folderFingerprintOf(home, 'piped') },
      { kind: 'folder', id: 'old', target: old },
    ])
    expect(skipped).toEqual([
      { id: 'piped', code: 'not-a-plain-file' },
      { id: 'old', code: 'folder-changed' },
    ])
    expect(manifest.members).toEqual([])
  })

  it('never contains the database', async () => {
    writeFileSync(inHome('state.db'), 'rows')
    const { skipped } = await written([
      { kind: 'file', id: 'db', fingerprint: fileFingerprintOf(home, 'state.db') },
    ])
    expect(skipped).toEqual([{ id: 'db', code: 'not-a-plain-file' }])
  })

  it('stores a hard-linked file in full under both names', async () => {
    mkdirSync(inHome('tree'))
    writeFileSync(inHome('tree', 'a'), 'shared')
    linkSync(inHome('tree', 'a'), inHome('tree', 'b'))
    const before = exactTree(inHome('tree'))
    const { path } = await written([{ kind: 'folder', id: 't', target: folderFingerprintOf(home, 'tree') }])
    expect(await unpackBundle(path, home, 'r')).toMatchObject({ ok: true })
    expect(exactTree(inHome('.steward-trash', 'r', 'unpacked', 'trees', 'tree'))).toEqual(before)
    removeUnpacked(home, 'r')
    expect(existsSync(inHome('.steward-trash', 'r', 'unpacked'))).toBe(false)
  })

  it('unpacks only the requested members and still verifies all of them', async () => {
    mkdirSync(inHome('sessions'))
    for (const name of ['a', 'b']) writeFileSync(inHome('sessions', name), name)
    const { path } = await written(
      ['a', 'b'].map((name) => ({
        kind: 'file',
        id: name,
        fingerprint: fileFingerprintOf(home, 'sessions', name),
      })),
    )
    const unpacked = await unpackBundle(path, home, 'r', (name) => name === 'files/sessions/b')
    expect(unpacked).toMatchObject({ ok: true })
    expect(readdirSync(inHome('.steward-trash', 'r', 'unpacked', 'files', 'sessions'))).toEqual(['b'])
  })
})
