/**
 * Writes a bundle under a temporary name, syncs it, reads it back and only then renames it. The home must not
 * change before that. A kill leaves only the temporary file.
 */
import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, lstatSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { errorCode } from '../../platform/error-code.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { seeAt } from '../files/check-file.ts'
import type { FileSkip } from '../files/outcomes.ts'
import { renameNoReplace } from '../files/rename-no-replace.ts'
import type { OnStep } from '../files/step.ts'
import { type BundleFault, toBundleFault } from './bundle-fault.ts'
import { BAD_TRASH, type BundleFolder, openBundleFolder } from './bundle-folder.ts'
import { BundleMembers, SourceSkip } from './bundle-members.ts'
import type { BundleSource } from './bundle-source.ts'
import { type About, formatManifest, formatSums, MANIFEST, type Manifest, SUMS } from './manifest.ts'
import { TAR_END } from './tar-header.ts'
import { verifyBundle } from './verify-bundle.ts'
import { writeAll } from './write-all.ts'

export type WriteBundle = {
  readonly homePath: string
  /** Created with mode 0700 if missing. */
  readonly folder: string
  /** `<batch>.tar.zst` */
  readonly name: string
  readonly sources: readonly BundleSource[]
  readonly about: About
  readonly nowMs: number
  readonly onStep?: OnStep
}

export type WrittenBundle = {
  readonly path: string
  /** Disk blocks. */
  readonly bytes: number
  /** Of the file as it was written. */
  readonly sha256: string
  readonly manifest: Manifest
  /** Sources that changed since the preview. The bundle contains nothing of them. */
  readonly skipped: readonly { readonly id: string; readonly code: FileSkip }[]
}

export async function writeBundle(request: WriteBundle): Promise<Result<WrittenBundle, BundleFault>> {
  let folder: BundleFolder | null = null
  try {
    folder = openBundleFolder(request.homePath, request.folder)
    if (folder === null) return failed(BAD_TRASH)
    return await writeInto(request, folder)
  } catch (error) {
    return failed(toBundleFault(error))
  } finally {
    folder?.close()
  }
}

async function writeInto(
  request: WriteBundle,
  folder: BundleFolder,
): Promise<Result<WrittenBundle, BundleFault>> {
  const { name, onStep } = request
  const [path, temporary] = [folder.at(name), folder.at(temporaryName(name))]
  const shown = join(request.folder, name)
  let isNamed = false
  try {
    onStep?.('write-bundle', join(request.folder, temporaryName(name)))
    const { members, skipped, sha256 } = await writeOnce(request, temporary, new Map())
    const verified = await verifyBundle(temporary, { sha256 })
    if (!verified.ok) return failed(verified.fault)
    const sums = (manifest: Manifest) => formatSums(manifest.members)
    if (!sums(verified.value).equals(sums({ about: request.about, members })))
      return failed({ code: 'damaged', message: 'What was read back is not what was written.' })
    onStep?.('publish-bundle', shown)
    if (seeAt(path) !== null) return failed(TAKEN(shown))
    isNamed = true
    if (!renameNoReplace(temporary, path)) {
      isNamed = false
      return failed(TAKEN(shown))
    }
    folder.sync()
    const bytes = lstatSync(path).blocks * 512
    if (folder.isInPlace()) return ok({ path: shown, bytes, sha256, manifest: verified.value, skipped })
    removeQuietly(path)
    return failed(BAD_TRASH)
  } catch (error) {
    // A bundle reported as failed must not exist.
    if (isNamed) removeQuietly(path)
    return failed(toBundleFault(error))
  } finally {
    removeQuietly(temporary)
  }
}

const TAKEN = (path: string): BundleFault => ({
  code: 'place-taken',
  message: `${path} exists already and is not written over.`,
})

/** Removes a bundle, or what a killed run left of it. */
export function removeBundle(homePath: string, folder: string, name: string): void {
  const found = openBundleFolder(homePath, folder, false)
  if (found === null) return
  try {
    rmSync(found.at(name), { force: true })
    removeQuietly(found.at(temporaryName(name)))
  } finally {
    found.close()
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch (error) {
    // Left for the next start, which removes temporary files.
    if (errorCode(error) === null) throw error
  }
}

const temporaryName = (name: string): string => `.${name}.partial`

type Written = Pick<WrittenBundle, 'skipped' | 'sha256'> & Pick<Manifest, 'members'>

/** Starts over when a source changes after some of its bytes were written. */
async function writeOnce(
  request: WriteBundle,
  temporary: string,
  skippedSoFar: Map<string, FileSkip>,
): Promise<Written> {
  rmSync(temporary, { force: true })
  const file = openSync(temporary, 'wx', 0o600)
  try {
    const members = new BundleMembers(request.homePath, request.nowMs)
    const hash = createHash('sha256')
    await pipeline(
      joinChunks(bundleBytes(request, members, skippedSoFar)),
      createZstdCompress({ chunkSize: CHUNK_BYTES, params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
      // Synchronous writes: none may be pending when the file is closed.
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          hash.update(chunk)
          writeAll(file, chunk)
        }
      },
    )
    fsyncSync(file)
    const skipped = [...skippedSoFar].map(([id, code]) => ({ id, code }))
    return { members: members.members.slice(0, -2), skipped, sha256: hash.digest('hex') }
  } catch (error) {
    if (!(error instanceof SourceSkip)) throw error
    skippedSoFar.set(error.id, error.code)
  } finally {
    closeSync(file)
  }
  return writeOnce(request, temporary, skippedSoFar)
}

async function* bundleBytes(
  { sources, about }: WriteBundle,
  members: BundleMembers,
  skippedSoFar: Map<string, FileSkip>,
): AsyncGenerator<Buffer> {
  for (const source of sources) {
    if (source.kind !== 'lines' && skippedSoFar.has(source.id)) continue
    try {
      yield* members.bytesOf(source)
    } catch (error) {
      if (!(error instanceof SourceSkip) || error.begun) throw error
      skippedSoFar.set(error.id, error.code)
    }
  }
  yield* members.content(MANIFEST, formatManifest({ about, members: members.members }))
  yield* members.content(SUMS, formatSums(members.members))
  yield TAR_END
}

/** Joins small chunks, because each one costs a stream iteration. */
async function* joinChunks(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let buffered: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    buffered.push(piece)
    size += piece.length
    if (size < CHUNK_BYTES) continue
    yield Buffer.concat(buffered)
    buffered = []
    size = 0
  }
  yield Buffer.concat(buffered)
}

const CHUNK_BYTES = 256 * 1024
