/**
 * Turns sources into tar bytes, one after another, and records each member for the manifest. A file is
 * compared with its fingerprint when opened and again after its last byte.
 */
import { createHash } from 'node:crypto'
import { type BigIntStats, closeSync, constants, fstatSync, openSync, readlinkSync, readSync } from 'node:fs'
import { errorCode, isMissing } from '../../platform/error-code.ts'
import { FolderHandle } from '../../platform/folder-handle.ts'
import { compareFile } from '../files/check-file.ts'
import { checkFolder } from '../files/check-folder.ts'
import { walkTree } from '../files/measure-tree.ts'
import { type FileSkip, skipForFault } from '../files/outcomes.ts'
import { placeInHome } from '../files/resolve-path.ts'
import { type BundleSource, fileMemberName, folderMemberName, linesPartName } from './bundle-source.ts'
import type { ManifestMember } from './manifest.ts'
import { padding, type TarMember, tarHeader } from './tar-header.ts'

type Source<K extends BundleSource['kind']> = Extract<BundleSource, { kind: K }>

/** The source changed since the preview. `begun` means the bundle already contains some of its bytes. */
export class SourceSkip extends Error {
  override readonly name = 'SourceSkip'
  readonly id: string
  readonly code: FileSkip
  readonly begun: boolean

  constructor(id: string, code: FileSkip, begun: boolean) {
    super(`${id}: ${code}`)
    this.id = id
    this.code = code
    this.begun = begun
  }
}

export class BundleMembers {
  readonly members: ManifestMember[] = []
  readonly #homePath: string
  readonly #nowMs: number

  constructor(homePath: string, nowMs: number) {
    this.#homePath = homePath
    this.#nowMs = nowMs
  }

  async *bytesOf(source: BundleSource): AsyncGenerator<Buffer> {
    if (source.kind === 'lines') yield* this.#lines(source)
    else if (source.kind === 'folder') yield* this.#folder(source)
    else yield* this.#file(source)
  }

  /** A member whose content is in memory. */
  *content(name: string, content: Buffer): Generator<Buffer> {
    const member: TarMember = {
      path: Buffer.from(name),
      kind: 'file',
      size: content.length,
      mode: 0o600,
      mtimeNs: BigInt(this.#nowMs) * 1_000_000n,
      uid: process.getuid?.() ?? 0,
      gid: process.getgid?.() ?? 0,
      linkTarget: null,
      sparse: false,
    }
    yield tarHeader(member)
    yield content
    yield padding(content.length)
    this.members.push({ ...member, sha256: createHash('sha256').update(content).digest('hex') })
  }

  async *#lines({ name, lines }: Source<'lines'>): AsyncGenerator<Buffer> {
    let parts = 0
    let buffered: Buffer[] = []
    let size = 0
    for await (const line of lines()) {
      const bytes = Buffer.from(`${line}\n`)
      if (size > 0 && size + bytes.length > LINES_BYTES) {
        parts += 1
        yield* this.content(linesPartName(name, parts), Buffer.concat(buffered))
        buffered = []
        size = 0
      }
      buffered.push(bytes)
      size += bytes.length
    }
    yield* this.content(linesPartName(name, parts + 1), Buffer.concat(buffered))
  }

  *#file(source: Source<'file'> | Source<'generated'>): Generator<Buffer> {
    if (source.kind === 'generated') {
      yield* this.#copy(source.id, source.path, Buffer.from(source.name), () => null)
      return
    }
    const { id, fingerprint, name = fileMemberName(fingerprint.path) } = source
    const place = placeInHome(this.#homePath, fingerprint.path)
    if (!place.ok) throw new SourceSkip(id, skipForFault(place.fault), false)
    yield* this.#copy(id, place.value.path, Buffer.from(name), (stats) => compareFile(stats, fingerprint))
  }

  *#folder({ id, target }: Source<'folder'>): Generator<Buffer> {
    const checked = checkFolder(this.#homePath, target)
    if (checked.skip !== null) throw new SourceSkip(id, checked.skip, false)
    const tree = new FolderHandle(checked.place.path)
    try {
      yield* this.#tree(id, Buffer.from(folderMemberName(target.path)), Buffer.from(tree.at('.')))
    } finally {
      tree.close()
    }
    const again = checkFolder(this.#homePath, target)
    if (again.skip !== null) throw new SourceSkip(id, again.skip, true)
  }

  *#tree(id: string, name: Buffer, root: Buffer): Generator<Buffer> {
    const entries: { path: Buffer; stats: BigIntStats; linkTarget: Buffer | null }[] = []
    walkTree(root, (path, stats, at) => {
      const linkTarget = stats.isSymbolicLink() ? readlinkSync(at, { encoding: 'buffer' }) : null
      entries.push({ path, stats, linkTarget })
    })
    // A pipe or a socket cannot be restored, so a folder that contains one is skipped.
    if (entries.some(({ stats }) => kindOf(stats) === null))
      throw new SourceSkip(id, 'not-a-plain-file', false)
    for (const { path, stats, linkTarget } of entries) {
      const inner = Buffer.concat([name, path.subarray(root.length)])
      // A folder replaced since may lead elsewhere. The file there is another one.
      if (stats.isFile())
        yield* this.#copy(id, path, inner, (now) => (isSame(now, stats) ? null : 'folder-changed'))
      else yield this.#header(inner, stats, linkTarget)
    }
  }

  #header(path: Buffer, stats: BigIntStats, linkTarget: Buffer | null): Buffer {
    const member = toMember(path, stats, linkTarget)
    this.members.push({ ...member, sha256: null })
    return tarHeader(member)
  }

  *#copy(
    id: string,
    path: string | Buffer,
    name: Buffer,
    compare: (stats: BigIntStats) => FileSkip | null,
  ): Generator<Buffer> {
    const file = openToRead(id, path)
    let begun = false
    try {
      const stats = fstatSync(file, { bigint: true })
      const skip = stats.isFile() ? compare(stats) : 'not-a-plain-file'
      if (skip !== null) throw new SourceSkip(id, skip, begun)
      const member = toMember(name, stats, null)
      const hash = createHash('sha256')
      let filled = 0
      // The header is held back until the first bytes are read, so that a small file that changes leaves no
      // trace.
      let pending = [tarHeader(member)]
      do {
        const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, member.size - filled))
        const count = chunk.length === 0 ? 0 : readSync(file, chunk, 0, chunk.length, filled)
        if (count < chunk.length && count === 0) throw new SourceSkip(id, 'file-changed', begun)
        filled += count
        hash.update(chunk.subarray(0, count))
        pending.push(chunk.subarray(0, count))
        if (filled === member.size && !isSame(fstatSync(file, { bigint: true }), stats))
          throw new SourceSkip(id, 'file-changed', begun)
        begun = true
        yield* pending
        pending = []
      } while (filled < member.size)
      yield padding(member.size)
      this.members.push({ ...member, sha256: hash.digest('hex') })
    } finally {
      closeSync(file)
    }
  }
}

/** Without O_NONBLOCK, opening a named pipe would block forever. */
function openToRead(id: string, path: string | Buffer): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (isMissing(error)) throw new SourceSkip(id, 'file-gone', false)
    if (errorCode(error) === 'ELOOP' || errorCode(error) === 'ENXIO')
      throw new SourceSkip(id, 'not-a-plain-file', false)
    throw error
  }
}

const toMember = (path: Buffer, stats: BigIntStats, linkTarget: Buffer | null): TarMember => ({
  path,
  kind: kindOf(stats) ?? 'file',
  size: stats.isFile() ? Number(stats.size) : 0,
  mode: Number(stats.mode & 0o7777n),
  mtimeNs: stats.mtimeNs,
  uid: Number(stats.uid),
  gid: Number(stats.gid),
  linkTarget,
  sparse: stats.isFile() && stats.blocks * 512n < stats.size,
})

function kindOf(stats: BigIntStats): TarMember['kind'] | null {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  return stats.isSymbolicLink() ? 'link' : null
}

const isSame = (a: BigIntStats, b: BigIntStats): boolean =>
  a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs

const CHUNK_BYTES = 1024 * 1024
/** A part is held in memory twice, because its size precedes it. */
const LINES_BYTES = 8 * 1024 * 1024
