/** Reads a whole bundle and compares every member with the manifest: names, sizes, modes, times, content. */
import { createHash } from 'node:crypto'
import { failed, ok, type Result } from '../../shared/result.ts'
import { type BundleFault, toBundleFault } from './bundle-fault.ts'
import { Damage } from './damage.ts'
import { formatSums, MANIFEST, type Manifest, type ManifestMember, parseManifest, SUMS } from './manifest.ts'
import type { StreamedMember } from './parse-tar.ts'
import { readBundle } from './read-bundle.ts'
import type { TarMember } from './tar-header.ts'

/** `keep` gets the bytes of each member as they are hashed; nothing is proven before the manifest comes back. */
export async function verifyBundle(path: string, keep?: KeepMember): Promise<Result<Manifest, BundleFault>> {
  try {
    return ok(await readAndCompare(readBundle(path), keep))
  } catch (error) {
    return failed(toBundleFault(error))
  }
}

/** Called once for each member, folders and links too; what it returns is called with each piece, then closed. */
export type KeepMember = (member: TarMember) => MemberSink | null

export type MemberSink = { readonly write: (chunk: Buffer) => void; readonly end: () => void }

async function readAndCompare(
  stream: AsyncIterable<StreamedMember>,
  keep: KeepMember | undefined,
): Promise<Manifest> {
  const seen: ManifestMember[] = []
  const notes = new Map<string, Buffer>()
  for await (const { member, body } of stream) {
    const name = member.path.toString()
    const isNote = name === MANIFEST || name === SUMS
    const held: Buffer[] = []
    const hash = createHash('sha256')
    const sink = isNote ? { write: (chunk: Buffer) => held.push(chunk), end: () => {} } : keep?.(member)
    try {
      for await (const chunk of body()) {
        hash.update(chunk)
        sink?.write(chunk)
      }
    } finally {
      sink?.end()
    }
    if (isNote) notes.set(name, Buffer.concat(held))
    if (name !== SUMS) seen.push({ ...member, sha256: member.kind === 'file' ? hash.digest('hex') : null })
  }
  const manifest = parseManifest(notes.get(MANIFEST) ?? NOTHING)
  compare(manifest, seen.slice(0, -1))
  if (!formatSums(seen).equals(notes.get(SUMS) ?? NOTHING))
    throw new Damage('Its sums do not fit its members')
  return manifest
}

function compare({ members }: Manifest, seen: readonly ManifestMember[]): void {
  if (members.length !== seen.length) throw new Damage('Its manifest names other members than it holds')
  members.forEach((member, at) => {
    const other = seen[at]
    if (other === undefined || !isEqual(member, other))
      throw new Damage(`${member.path.toString()} is not as the manifest says`)
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
  (a.linkTarget ?? NOTHING).equals(b.linkTarget ?? NOTHING)

const NOTHING = Buffer.alloc(0)
