import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exactTree } from '../testing/exact-tree.ts'
import { fileFingerprintOf } from '../testing/fingerprints.ts'
import {
  DROP_RIGHTS,
  runOnSmallDisk,
  runUnprivileged,
  startScript,
} from '../testing/processes/other-process.ts'
import { type TempHome, tempHome } from '../testing/temp-home.ts'
import { unpackBundle } from './bundle/unpack-bundle.ts'
import { verifyBundle } from './bundle/verify-bundle.ts'
import { type WriteBundle, writeBundle } from './bundle/write-bundle.ts'

let temp: TempHome
let home: string

beforeEach(() => {
  temp = tempHome()
  home = temp.path
  mkdirSync(join(home, 'sessions'), { recursive: true })
  for (const name of ['a', 'b', 'c']) writeFileSync(join(home, 'sessions', name), name.repeat(3_000))
})
afterEach(() => temp.cleanup())

const request = (): WriteBundle => ({
  homePath: home,
  folder: join(temp.root, 'archives'),
  name: 'b.tar.zst',
  sources: ['a', 'b', 'c'].map((name) => ({
    kind: 'file',
    id: name,
    fingerprint: fileFingerprintOf(home, 'sessions', name),
  })),
  about: {},
  nowMs: 0,
})

async function writtenPath(): Promise<string> {
  const result = await writeBundle(request())
  if (!result.ok) throw new Error(result.fault.message)
  return result.value.path
}

describe('a damaged bundle', () => {
  it('is detected wherever a flipped byte matters, and nothing of it stays in the home', async () => {
    const path = await writtenPath()
    const before = exactTree(join(home, 'sessions'))
    const unpacked = join(home, '.steward-trash', 'r1', 'unpacked')
    const whole = readFileSync(path)
    let harmless = 0
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 60)) {
      const broken = Buffer.from(whole)
      broken[at] = (broken[at] ?? 0) ^ 0x10
      writeFileSync(path, broken)
      const [verified, result] = [await verifyBundle(path), await unpackBundle(path, home, 'r1')]
      expect(verified.ok).toBe(result.ok)
      // A few bits only set how much memory decompression may use.
      if (result.ok) {
        harmless += 1
        const files = exactTree(join(unpacked, 'files', 'sessions'))
        expect(files.slice(1)).toEqual(before.slice(1))
      } else expect([result.fault.code, existsSync(unpacked)]).toEqual(['damaged', false])
    }
    expect(harmless).toBeLessThan(3)
    expect(exactTree(join(home, 'sessions'))).toEqual(before)
  })

  it('is detected when it is truncated or missing', async () => {
    const path = await writtenPath()
    const whole = readFileSync(path)
    writeFileSync(path, whole.subarray(0, whole.length - 20))
    expect(await verifyBundle(path)).toMatchObject({ ok: false, fault: { code: 'damaged' } })
    writeFileSync(path, '')
    expect(await verifyBundle(path)).toMatchObject({ ok: false, fault: { code: 'damaged' } })
    expect(await verifyBundle(`${path}.no`)).toMatchObject({ ok: false, fault: { code: 'missing' } })
  })
})

describe('a kill', () => {
  it.each(['while it writes', 'before it publishes'])('leaves only a temporary file %s', async (moment) => {
    const before = exactTree(home)
    const child = await startScript(
      `const { writeBundle } = await load('lib/execute/bundle/write-bundle.ts')
       const park = () => { console.log('here'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) }
       const noise = () => Buffer.from(crypto.getRandomValues(new Uint8Array(50_000))).toString('hex')
       function* lines() { for (let i = 0; i < 400; i += 1) yield noise(); ${moment === 'while it writes' ? 'park()' : ''} }
       const onStep = (step) => { if (step === 'publish-bundle') park() }
       await writeBundle({ homePath: process.env.HOME_PATH, folder: process.env.FOLDER, name: 'b.tar.zst',
         sources: [{ kind: 'lines', name: 'rows/s.jsonl', lines }], about: {}, nowMs: 0, onStep })`,
      { HOME_PATH: home, FOLDER: join(temp.root, 'archives') },
    )
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    expect(readdirSync(join(temp.root, 'archives'))).toEqual(['.b.tar.zst.partial'])
    expect(exactTree(home)).toEqual(before)
    await writtenPath()
    expect(readdirSync(join(temp.root, 'archives'))).toEqual(['b.tar.zst'])
  })
})

describe('a full disk', () => {
  it('fails a bundle without leftovers, and files can still be trashed and deleted', () => {
    const disk = join(temp.root, 'disk')
    mkdirSync(disk)
    expect(runOnSmallDisk(disk, FULL_DISK)).toEqual({
      bundle: { ok: false, code: 'no-space' },
      afterBundle: [],
      trash: 'done',
      remove: 'done',
      unpack: { ok: false, code: 'no-space' },
      unpacked: false,
      routes: { kind: 'skipped', code: 'no-space' },
      sessions: ['kept', 'sessions.json'],
      kept: true,
    })
  })

  /** Every write of content must fail while renames still succeed. */
  const FULL_DISK = `
    const fs = await import('node:fs')
    const { writeBundle } = await load('lib/execute/bundle/write-bundle.ts')
    const { unpackBundle } = await load('lib/execute/bundle/unpack-bundle.ts')
    const { moveToTrash } = await load('lib/execute/files/move-to-trash.ts')
    const { removeFile } = await load('lib/execute/files/remove-file.ts')
    const { readRoutesFile, replaceRoutesFile } = await load('lib/execute/routes/routes-file.ts')
    const { fileFingerprintOf } = await load('lib/testing/fingerprints.ts')
    const home = process.env.DISK + '/home'
    const outside = process.env.DISK + '-outside'
    fs.mkdirSync(home + '/sessions', { recursive: true })
    const text = 'x'.repeat(1_100_000)
    fs.mkdirSync(outside + '/sessions', { recursive: true })
    const made = await writeBundle({ homePath: outside, folder: outside, name: 'big.tar.zst', about: {}, nowMs: 0,
      sources: [{ kind: 'lines', name: 'rows/s.jsonl', lines: () => [text] }] })
    const noise = () => Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString('hex')
    for (const name of ['trash', 'remove', 'kept']) fs.writeFileSync(home + '/sessions/' + name, name.repeat(2_000))
    const entry = { session_id: 's', updated_at: 1784455401.5, note: 'y'.repeat(2_000_000) }
    const routes = { cut: { head: '{', members: [{ key: 'a', lead: '', raw: '"a":' + JSON.stringify(entry) }], tail: '}' } }
    fs.writeFileSync(home + '/sessions/sessions.json', '{}')
    const fill = fs.openSync(home + '/fill', 'w')
    try { for (;;) fs.writeSync(fill, Buffer.alloc(4096)) } catch {}
    const fingerprints = Object.fromEntries(['trash', 'remove', 'kept'].map((name) => [name, fileFingerprintOf(home, 'sessions', name)]))
    const brief = (result) => ({ ok: result.ok, code: result.fault?.code })
    const bundle = await writeBundle({ homePath: home, folder: process.env.DISK + '/archives', name: 'b.tar.zst', about: {}, nowMs: 0,
      sources: [{ kind: 'lines', name: 'rows/s.jsonl', lines: function* () { for (let i = 0; i < 40; i += 1) yield noise() } }] })
    const afterBundle = fs.readdirSync(process.env.DISK + '/archives')
    const trash = moveToTrash(home, 'r1', fingerprints.trash).kind
    const remove = removeFile(home, fingerprints.remove).kind
    const unpack = await unpackBundle(made.value.path, home, 'r1')
    const file = readRoutesFile(home)
    const replaced = replaceRoutesFile(home, file.value, routes.cut, { isGatewayStopped: () => true })
    console.log(JSON.stringify({
      bundle: brief(bundle), afterBundle, trash, remove, unpack: brief(unpack),
      unpacked: fs.existsSync(home + '/.steward-trash/r1/unpacked'),
      routes: { kind: replaced.kind, code: replaced.code },
      sessions: fs.readdirSync(home + '/sessions').sort(),
      kept: fs.readFileSync(home + '/sessions/kept', 'utf8') === 'kept'.repeat(2_000),
    }))`
})

describe('a read-only folder', () => {
  it('keeps everything in it, and the outcome contains the system error', () => {
    const fingerprints = Object.fromEntries(
      ['a', 'b'].map((name) => [name, fileFingerprintOf(home, 'sessions', name)]),
    )
    writeFileSync(join(home, 'sessions', 'sessions.json'), '{}')
    if (process.getuid?.() === 0)
      for (const path of [temp.root, home, join(home, 'sessions')]) chownSync(path, 65534, 65534)
    chmodSync(join(home, 'sessions'), 0o555)
    const before = exactTree(join(home, 'sessions'))
    const answer = runUnprivileged(
      `const { moveToTrash } = await load('lib/execute/files/move-to-trash.ts')
       const { removeFile } = await load('lib/execute/files/remove-file.ts')
       const { readRoutesFile, replaceRoutesFile } = await load('lib/execute/routes/routes-file.ts')
       const { writeBundle } = await load('lib/execute/bundle/write-bundle.ts')
       const { FINGERPRINTS, HOME_PATH: home } = process.env
       const fingerprints = JSON.parse(FINGERPRINTS)
       ${DROP_RIGHTS}
       const file = readRoutesFile(home)
       const bundle = await writeBundle({ homePath: home, folder: home + '/sessions', name: 'b.tar.zst', sources: [], about: {}, nowMs: 0 })
       console.log(JSON.stringify([
         moveToTrash(home, 'r1', fingerprints.a),
         removeFile(home, fingerprints.b),
         file.ok ? replaceRoutesFile(home, file.value, file.value.json, { isGatewayStopped: () => true }) : file.fault,
         bundle.ok ? bundle : bundle.fault,
       ].map(({ kind, code }) => [kind, code])))`,
      { FINGERPRINTS: JSON.stringify(fingerprints), HOME_PATH: home },
    )
    expect(answer).toEqual([
      ['failed', 'EACCES'],
      ['failed', 'EACCES'],
      ['failed', 'EACCES'],
      [null, 'unreadable'],
    ])
    expect(exactTree(join(home, 'sessions'))).toEqual(before)
    chmodSync(join(home, 'sessions'), 0o755)
  })
})
