/** Whether a bundle is still the one that was written, before anything is promised of it. */
import { createHash } from 'node:crypto'
import { failed, ok, type Result } from '../../shared/result.ts'
import { type BundleFault, DamagedBundleError, toBundleFault } from './bundle-fault.ts'
import { streamBundle } from './read-bundle.ts'
import { NOT_AS_WRITTEN, verifyBundle } from './verify-bundle.ts'

/** Without a digest, every member is compared with the bundle's own manifest, which takes several times as long. */
export async function checkBundle(path: string, sha256: string | null): Promise<Result<null, BundleFault>> {
  if (sha256 === null) {
    const verified = await verifyBundle(path)
    return verified.ok ? ok(null) : verified
  }
  try {
    const hash = createHash('sha256')
    for await (const chunk of streamBundle(path)) hash.update(chunk)
    if (hash.digest('hex') !== sha256) throw new DamagedBundleError(NOT_AS_WRITTEN)
    return ok(null)
  } catch (error) {
    return failed(toBundleFault(error))
  }
}
