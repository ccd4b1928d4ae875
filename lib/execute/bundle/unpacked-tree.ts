/**
 * The files and folders that a bundle is unpacked into. Each folder is opened through the one above it and must be
 * the one made here, so that replacing one by a link leads no write elsewhere.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  symlinkSync,
} from 'node:fs'
import { FolderHandle, inChild } from '../../platform/folder-handle.ts'
import { seeAt } from '../files/check-file.ts'
import { DamagedBundleError, ReplacedFolderError } from './bundle-fault.ts'
import { ifPermitted } from './if-permitted.ts'
import { setTimes } from './set-times.ts'
import type { TarMember } from './tar-header.ts'
import type { MemberSink } from './verify-bundle.ts'
import { contentWriter } from './write-content.ts'

/** Names are latin1, which maps every byte to one character, so names that are not UTF-8 survive. */
type MadeFolder = {
  readonly names: readonly string[]
  readonly ino: bigint
  readonly inside: { readonly name: string; readonly member: TarMember }[]
  /** Null if the bundle has no member for it. */
  member: TarMember | null
}

export class UnpackedTree {
  readonly #root: FolderHandle
  /** By path, each after the one above it. */
  readonly #made = new Map<string, MadeFolder>()
  /** Least recently used first. */
  readonly #open = new Map<string, FolderHandle>()

  /** The caller closes `root`. */
  constructor(root: FolderHandle) {
    this.#root = root
    this.#made.set('', { names: [], ino: root.ino, inside: [], member: null })
  }

  add(member: TarMember): MemberSink | null {
    const names = splitName(member.path)
    const name = names.at(-1) ?? ''
    const above = this.#makeFolder(names.slice(0, -1))
    above.inside.push({ name, member })
    if (member.kind === 'folder') {
      this.#makeFolder(names).member = member
      return null
    }
    const path = this.#folder(above).atBytes(Buffer.from(name, 'latin1'))
    if (member.kind === 'file') return writeFile(path, member)
    symlinkSync(member.linkTarget ?? '', path)
    if (!isOwned(seeAt(path), member)) ifPermitted(() => lchownSync(path, member.uid, member.gid))
    return null
  }

  /** What can only be set once every file is written: modes and owners of folders, and all times. Then syncs. */
  finish(): void {
    // Deepest first: a read-only folder must not block changes to the folders below it.
    const folders = [...this.#made.values()].reverse()
    for (let at = 0; at < folders.length; at += OPEN_AT_ONCE)
      this.#finishSome(folders.slice(at, at + OPEN_AT_ONCE))
    if (syncDisk(this.#root)) return
    for (const folder of folders) syncInside(this.#folder(folder), folder)
  }

  close(): void {
    for (const handle of this.#open.values()) handle.close()
    this.#open.clear()
  }

  #finishSome(folders: readonly MadeFolder[]): void {
    const handles = folders.map((folder) => this.#folder(folder))
    setTimes(
      folders.flatMap(({ inside }, at) =>
        inside.map(({ name, member: { mtimeNs } }) => ({ path: pathIn(handles[at], name), mtimeNs })),
      ),
    )
    for (const [at, { member }] of folders.entries()) {
      const own = handles[at]?.at('.')
      if (member === null || own === undefined) continue
      ifPermitted(() => chownSync(own, member.uid, member.gid))
      chmodSync(own, member.mode)
    }
  }

  #makeFolder(names: readonly string[]): MadeFolder {
    const key = names.join('/')
    const known = this.#made.get(key)
    if (known !== undefined) return known
    const above = this.#makeFolder(names.slice(0, -1))
    const path = pathIn(this.#folder(above), names.at(-1) ?? '')
    mkdirSync(path, 0o700)
    const handle = new FolderHandle(path)
    this.#keepOpen(key, handle)
    const made: MadeFolder = { names, ino: handle.ino, inside: [], member: null }
    this.#made.set(key, made)
    return made
  }

  #folder({ names, ino }: MadeFolder): FolderHandle {
    const key = names.join('/')
    if (key === '') return this.#root
    const known = this.#open.get(key)
    // Without handles, its path is checked again each time.
    if (known?.isHeld === true) return this.#keepOpen(key, known)
    const above = this.#made.get(names.slice(0, -1).join('/'))
    if (above === undefined) throw new ReplacedFolderError()
    const handle = new FolderHandle(pathIn(this.#folder(above), names.at(-1) ?? ''))
    this.#keepOpen(key, handle)
    if (handle.ino !== ino || handle.dev !== this.#root.dev) throw new ReplacedFolderError()
    return handle
  }

  #keepOpen(key: string, handle: FolderHandle): FolderHandle {
    this.#open.delete(key)
    this.#open.set(key, handle)
    for (const [oldest, other] of this.#open) {
      if (this.#open.size <= 2 * OPEN_AT_ONCE) break
      this.#open.delete(oldest)
      other.close()
    }
    return handle
  }
}

const OPEN_AT_ONCE = 100

const pathIn = (folder: FolderHandle | undefined, name: string): Buffer =>
  folder?.atBytes(Buffer.from(name, 'latin1')) ?? Buffer.from(name, 'latin1')

function splitName(path: Buffer): string[] {
  const names = path.toString('latin1').split('/')
  if (names.some((name) => name === '' || name === '.' || name === '..' || name.includes('\0')))
    throw new DamagedBundleError('A member has a name that leads out of the bundle')
  return names
}

function writeFile(path: Buffer, member: TarMember): MemberSink {
  const file = openSync(path, 'wx', 0o600)
  const content = contentWriter(file, member)
  return {
    write: content.write,
    end: () => {
      try {
        content.end()
        if (!isOwned(fstatSync(file), member)) ifPermitted(() => fchownSync(file, member.uid, member.gid))
        fchmodSync(file, member.mode)
      } finally {
        closeSync(file)
      }
    },
  }
}

type Owned = { readonly uid: number | bigint; readonly gid: number | bigint }

const isOwned = (stats: Owned | null, { uid, gid }: TarMember): boolean =>
  Number(stats?.uid) === uid && Number(stats?.gid) === gid

/** One sync of the file system where `sync -f` exists. Thousands of single fsync calls take minutes. */
function syncDisk(root: FolderHandle): boolean {
  const path = inChild(root.atBytes(Buffer.from('.'))).toString()
  return spawnSync('sync', ['-f', path], { stdio: 'ignore', cwd: '/' }).status === 0
}

function syncInside(handle: FolderHandle, { inside }: MadeFolder): void {
  const files = inside.filter(({ member }) => member.kind === 'file')
  for (const path of [...files.map(({ name }) => pathIn(handle, name)), handle.at('.')]) {
    const file = openSync(path, 'r')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  }
}
