/**
 * Unpacks and verifies a bundle in a folder on the home's disk, from where `moveBack` moves each item into
 * place. A damaged bundle or a full disk never reaches the home.
 */
import { rmSync } from 'node:fs'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { HeldFolder } from '../files/held-folder.ts'
import { makeFolders } from '../files/make-folders.ts'
import { isReceiptId, placeInTrash, TRASH } from '../files/resolve-path.ts'
import { type BundleFault, toBundleFault } from './bundle-fault.ts'
import { BAD_TRASH } from './bundle-folder.ts'
import type { Manifest } from './manifest.ts'
import { UnpackedTree } from './unpacked-tree.ts'
import { verifyBundle } from './verify-bundle.ts'

/** Path of an unpacked member, in the form `moveBack` takes. */
export const unpackedNames = (memberName: string): readonly string[] => [UNPACKED, ...memberName.split('/')]

/**
 * Unpacks the members `wants` returns true for. Removes what an earlier attempt for this receipt unpacked. `sha256` is
 * that of the bundle as it was written, null if it is not known.
 */
export async function unpackBundle(
  bundlePath: string,
  homePath: string,
  receiptId: string,
  wants: (memberName: string) => boolean = () => true,
  sha256: string | null = null,
): Promise<Result<Manifest, BundleFault>> {
  const removed = removeUnpacked(homePath, receiptId)
  if (!removed.ok) return removed
  const unpacked = await unpackInto(bundlePath, homePath, receiptId, wants, sha256)
  if (!unpacked.ok) removeUnpacked(homePath, receiptId)
  return unpacked
}

export function removeUnpacked(homePath: string, receiptId: string): Result<null, BundleFault> {
  try {
    const place = placeInTrash(homePath, receiptId, [UNPACKED])
    if (place.ok) rmSync(place.value.path, { recursive: true, force: true })
    else if (place.fault !== 'missing') return failed(BAD_TRASH)
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
  sha256: string | null,
): Promise<Result<Manifest, BundleFault>> {
  let root: HeldFolder | null = null
  let tree: UnpackedTree | null = null
  try {
    // Open until the end, which is many turns of the event loop away.
    root = openUnpacked(homePath, receiptId)
    if (root === null) return failed(BAD_TRASH)
    const unpacked = new UnpackedTree(root.handle)
    tree = unpacked
    const verified = await verifyBundle(bundlePath, {
      openSink: (member) => (wants(member.path.toString()) ? unpacked.add(member) : null),
      sha256,
    })
    if (verified.ok) unpacked.finish()
    return verified.ok && !root.wasHeld() ? failed(BAD_TRASH) : verified
  } catch (error) {
    return failed(toBundleFault(error))
  } finally {
    tree?.close()
    root?.close()
  }
}

const openUnpacked = (homePath: string, receiptId: string): HeldFolder | null =>
  isReceiptId(receiptId) ? (makeFolders(homePath, [TRASH, receiptId, UNPACKED])?.again() ?? null) : null

const UNPACKED = 'unpacked'
