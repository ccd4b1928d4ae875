/**
 * Unpacks and verifies a bundle in a folder on the home's disk, from where `moveBack` moves each item into
 * place. A damaged bundle or a full disk never reaches the home.
 */
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  lchownSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { failed, ok, type Result } from '../../shared/result.ts'
import { seeAt } from '../files/check-file.ts'
import { makeFolders } from '../files/make-folders.ts'
import { isReceiptId, resolveInTrash, TRASH } from '../files/resolve-path.ts'
import { type BundleFault, DamagedBundleError, toBundleFault } from './bundle-fault.ts'
import { finishTree, type UnpackedEntry } from './finish-tree.ts'
import { ifPermitted } from './if-permitted.ts'
import type { Manifest } from './manifest.ts'
import type { TarMember } from './tar-header.ts'
import { type MemberSink, verifyBundle } from './verify-bundle.ts'
import { writeAll } from './write-all.ts'

/** Path of an unpacked member, in the form `moveBack` takes. */
export const unpackedNames = (memberName: string): readonly string[] => [UNPACKED, ...memberName.split('/')]

/** Unpacks the members `wants` returns true for. Removes what an earlier attempt for this receipt unpacked. */
export async function unpackBundle(
  bundlePath: string,
  homePath: string,
  receiptId: string,
  wants: (memberName: string) => boolean = () => true,
): Promise<Result<Manifest, BundleFault>> {
  const removed = removeUnpacked(homePath, receiptId)
  if (!removed.ok) return removed
  const unpacked = await unpackInto(bundlePath, homePath, receiptId, wants)
  if (!unpacked.ok) removeUnpacked(homePath, receiptId)
  return unpacked
}

export function removeUnpacked(homePath: string, receiptId: string): Result<null, BundleFault> {
  try {
    const folder = resolveInTrash(homePath, receiptId, [UNPACKED])
    if (folder.ok) rmSync(folder.value, { recursive: true, force: true })
    else if (folder.fault !== 'missing') return failed(badTrash)
    return ok(null)
  } catch (error) {
    return failed(toBundleFault(error))
  }
}

async function unpackInto(
  bundlePath: string,
  homePath: string,
  receiptId: string,
  wants: (memberName: string) => boolean,
): Promise<Result<Manifest, BundleFault>> {
  try {
    if (!isReceiptId(receiptId) || !makeFolders(homePath, [TRASH, receiptId, UNPACKED]))
      return failed(badTrash)
    const root = Buffer.from(`${homePath}/${TRASH}/${receiptId}/${UNPACKED}`)
    const tree = new UnpackedTree(root)
    const verified = await verifyBundle(bundlePath, (member) =>
      wants(member.path.toString()) ? tree.add(member) : null,
    )
    if (verified.ok) finishTree(root, tree.entries)
    return verified
  } catch (error) {
    return failed(toBundleFault(error))
  }
}

class UnpackedTree {
  readonly entries: UnpackedEntry[] = []
  readonly #root: Buffer
  /** Folders created here. A member below anything else, such as a link, is refused. */
  readonly #made = new Set<string>()

  constructor(root: Buffer) {
    this.#root = root
    this.#made.add('')
  }

  add(member: TarMember): MemberSink | null {
    const names = splitName(member.path)
    const parents = names.slice(0, -1)
    for (let depth = 1; depth <= parents.length; depth += 1) this.#makeFolder(parents.slice(0, depth))
    const path = this.#place(names)
    this.entries.push({ path, member })
    if (member.kind === 'folder') this.#makeFolder(names)
    if (member.kind === 'link') symlinkSync(member.linkTarget ?? '', path)
    if (member.kind !== 'file') {
      if (member.kind === 'link' && !isOwned(seeAt(path), member))
        ifPermitted(() => lchownSync(path, member.uid, member.gid))
      return null
    }
    return writeFile(path, member)
  }

  #makeFolder(names: readonly string[]): void {
    const key = names.join('/')
    if (this.#made.has(key)) return
    mkdirSync(this.#place(names), 0o700)
    this.#made.add(key)
  }

  #place(names: readonly string[]): Buffer {
    return Buffer.concat([this.#root, ...names.map((name) => Buffer.from(`/${name}`, 'latin1'))])
  }
}

/** latin1 maps every byte to one character, so names that are not UTF-8 survive. */
function splitName(path: Buffer): string[] {
  const names = path.toString('latin1').split('/')
  if (names.some((name) => name === '' || name === '.' || name === '..' || name.includes('\0')))
    throw new DamagedBundleError('A member has a name that leads out of the bundle')
  return names
}

function writeFile(path: Buffer, member: TarMember): MemberSink {
  const file = openSync(path, 'wx', 0o600)
  return {
    write: (chunk) => writeAll(file, chunk),
    end: () => {
      try {
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

const UNPACKED = 'unpacked'
const badTrash: BundleFault = { code: 'unreadable', message: `${TRASH} in the home is not a plain folder.` }
