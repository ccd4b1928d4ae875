/** Why a bundle could not be written or read. */
import { errorCode, isNoSpace } from '../../platform/error-code.ts'

export type BundleFault = {
  readonly code: 'no-space' | 'damaged' | 'place-taken' | 'unreadable' | 'missing'
  readonly message: string
}

/** Thrown when what is read from a bundle is not what was written. */
export class DamagedBundleError extends Error {
  override readonly name = 'DamagedBundleError'
}

/** Thrown when a folder that is unpacked into is not the one that was made for it. */
export class ReplacedFolderError extends Error {
  override readonly name = 'ReplacedFolderError'
}

export function toBundleFault(error: unknown): BundleFault {
  if (error instanceof ReplacedFolderError)
    return { code: 'unreadable', message: 'A folder was replaced while the archive was unpacked into it.' }
  if (error instanceof DamagedBundleError)
    return { code: 'damaged', message: `The bundle is damaged. ${error.message}.` }
  const code = errorCode(error)
  if (code === null) throw error
  if (isNoSpace(error)) return { code: 'no-space', message: 'The disk is full.' }
  if (code === 'ENOENT') return { code: 'missing', message: 'The bundle is not there.' }
  if (/^(ZSTD_|Z_|ERR_)/.test(code))
    return { code: 'damaged', message: `The bundle is damaged. Decompressing says ${code}.` }
  return { code: 'unreadable', message: `The system says ${code}.` }
}
