/** Reads a whole bundle and compares every member with the manifest: name, size, mode, time, content. */
import { createHash } from 'node:crypto'
import { failed, ok, type Result } from '../../shared/result.ts'
import { type BundleFault, DamagedBundleError, toBundleFault } from './bundle-fault.ts'
import { formatSums, MANIFEST, type Manifest, type ManifestMember, parseManifest, SUMS } from './manifest.ts'
import type { StreamedMember } from './parse-tar.ts'
import { readBundle } from './read-bundle.ts'
import type { TarMember } from './tar-header.ts'

export type VerifyOptions = {
  /** Gets each member's bytes as they are hashed. They are unverified until the manifest is returned. */
  readonly openSink?: OpenSink
  /** Of the whole file as it was written. Null if that is not known. */
  readonly sha256?: string | null
}

export async function verifyBundle(
  path: string,
  { openSink, sha256 = null }: VerifyOptions = {},
): Promise<Result<Manifest, BundleFault>> {
  const hash = createHash('sha256')
  try {
    const manifest = await readAndCompare(
      readBundle(path, (chunk) => hash.update(chunk)),
      openSink,
    )
    if (sha256 !== null && hash.digest('hex') !== sha256) throw new DamagedBundleError(NOT_AS_WRITTEN)
    return ok(manifest)
  } catch (error) {
    return failed(toBundleFault(error))
  }
}

/** Called once for each member, including folders and links. The sink gets each chunk and is closed at the end. */
type OpenSink = (member: TarMember) => MemberSink | null

export type MemberSink = { readonly write: (chunk: Buffer) => void; readonly end: () => void }

async function readAndCompare(
  stream: AsyncIterable<StreamedMember>,
  openSink: OpenSink | undefined,
): Promise<Manifest> {
  const found: ManifestMember[] = []
  const indexes = new Map<string, Buffer>()
  for await (const { member, body } of stream) {
    const name = member.path.toString()
    const isIndex = name === MANIFEST || name === SUMS
    if (isIndex && member.size > MOST_INDEX_BYTES) throw new DamagedBundleError(`Its ${name} is too large`)
    const buffered: Buffer[] = []
    const hash = createHash('sha256')
    const sink = isIndex
      ? { write: (chunk: Buffer) => buffered.push(chunk), end: () => {} }
      : openSink?.(member)
    try {
      for await (const chunk of body()) {
        hash.update(chunk)
        sink?.write(chunk)
      }
    } finally {
      sink?.end()
    }
    if (isIndex) indexes.set(name, Buffer.concat(buffered))
    if (name !== SUMS) found.push({ ...member, sha256: member.kind === 'file' ? hash.digest('hex') : null })
  }
  const manifest = parseManifest(indexes.get(MANIFEST) ?? NOTHING)
  compare(manifest, found.slice(0, -1))
  if (!formatSums(found).equals(indexes.get(SUMS) ?? NOTHING))
    throw new DamagedBundleError('Its sums do not fit its members')
  return manifest
}

function compare({ members }: Manifest, found: readonly ManifestMember[]): void {
  if (members.length !== found.length)
    throw new DamagedBundleError('Its manifest names other members than it holds')
  members.forEach((member, at) => {
    const other = found[at]
    if (other === undefined || !isEqual(member, other))
      throw new DamagedBundleError(`${member.path.toString()} is not as the manifest says`)
  })
}

const isEqual = (a: ManifestMember, b: ManifestMember): boolean =>
  a.path.equals(b.path) &&
  a.kind === b.kind &&
  a.size === b.size &&
  a.sha256 === b.sha256 &&
  a.mode === b.mode &&
  a.mtimeNs === b.mtimeNs &&
  a.uid === b.uid &&
  a.gid === b.gid &&
  a.sparse === b.sparse &&
  (a.linkTarget ?? NOTHING).equals(b.linkTarget ?? NOTHING)

export const NOT_AS_WRITTEN = 'It is not the file that the run wrote'

const NOTHING = Buffer.alloc(0)
/** They are the only members that are kept in memory. */
const MOST_INDEX_BYTES = 64_000_000
