/** Lists what a bundle contains. Written after the members, because only then their hashes are known. */
import { parseBoundedJson } from '../../shared/bounded-json.ts'
import { DamagedBundleError } from './bundle-fault.ts'
import type { TarMember } from './tar-header.ts'

export const MANIFEST = 'manifest.json'
export const SUMS = 'SHA256SUMS'

/** `sha256` is null for folders and links. */
export type ManifestMember = TarMember & { readonly sha256: string | null }

/** What identifies a bundle to its caller: receipt, batch, home. */
export type About = Readonly<Record<string, string | number | null>>

export type Manifest = { readonly about: About; readonly members: readonly ManifestMember[] }

export function formatManifest({ about, members }: Manifest): Buffer {
  const lines = members.map((member) => `    ${JSON.stringify(toJson(member))}`)
  const head = `{\n  "format": "${FORMAT}",\n  "version": ${VERSION},\n  "about": ${JSON.stringify(about)},\n`
  return Buffer.from(`${head}  "members": [\n${lines.join(',\n')}\n  ]\n}\n`)
}

export function parseManifest(bytes: Buffer): Manifest {
  const json = asObject(parseJson(bytes))
  if (json.format !== FORMAT || json.version !== VERSION || !Array.isArray(json.members))
    throw new DamagedBundleError('Its manifest is not one of ours')
  return { about: asAbout(json.about), members: json.members.map((member) => fromJson(asObject(member))) }
}

/** The format `sha256sum --check` reads. */
export function formatSums(members: readonly Pick<ManifestMember, 'path' | 'sha256'>[]): Buffer {
  return Buffer.concat(
    members.flatMap(({ path, sha256 }) => (sha256 === null ? [] : [sumLine(sha256, path)])),
  )
}

/** sha256sum escapes line breaks and backslashes in a name and marks the line with a leading backslash. */
function sumLine(sha256: string, path: Buffer): Buffer {
  const name = path.toString('latin1')
  const escaped = name.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
  return Buffer.from(`${escaped === name ? '' : '\\'}${sha256}  ${escaped}\n`, 'latin1')
}

type Json = Readonly<Record<string, unknown>>

const toJson = ({
  path,
  kind,
  size,
  mode,
  mtimeNs,
  uid,
  gid,
  linkTarget,
  sparse,
  sha256,
}: ManifestMember): Json => ({
  ...bytesToJson('path', path),
  kind,
  ...(sha256 === null ? {} : { size, sha256 }),
  ...(sparse ? { sparse } : {}),
  mode: mode.toString(8).padStart(4, '0'),
  mtimeNs: String(mtimeNs),
  uid,
  gid,
  ...(linkTarget === null ? {} : bytesToJson('linkTarget', linkTarget)),
})

function fromJson(json: Json): ManifestMember {
  const { kind, size = 0, sha256 = null, mode, mtimeNs, uid, gid } = json
  if (kind !== 'file' && kind !== 'folder' && kind !== 'link') throw broken()
  if (typeof mode !== 'string' || !/^[0-7]{4}$/.test(mode)) throw broken()
  if (typeof mtimeNs !== 'string' || !/^-?\d+$/.test(mtimeNs)) throw broken()
  if (!isCount(size) || !isCount(uid) || !isCount(gid)) throw broken()
  if (sha256 !== null && (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256))) throw broken()
  const path = bytesFromJson(json, 'path')
  if (path === null) throw broken()
  return {
    path,
    kind,
    size,
    mode: Number.parseInt(mode, 8),
    mtimeNs: BigInt(mtimeNs),
    uid,
    gid,
    linkTarget: bytesFromJson(json, 'linkTarget'),
    sparse: json.sparse === true,
    sha256,
  }
}

/** Base64 under `<key>Base64` if the bytes are not valid UTF-8. */
function bytesToJson(key: string, bytes: Buffer): Json {
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? { [key]: text } : { [`${key}Base64`]: bytes.toString('base64') }
}

function bytesFromJson(json: Json, key: string): Buffer | null {
  const text = json[key]
  const base64 = json[`${key}Base64`]
  if (typeof text === 'string') return Buffer.from(text)
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : null
}

function parseJson(bytes: Buffer): unknown {
  try {
    return parseBoundedJson(bytes.toString('utf8'), { mostValues: MOST_VALUES })
  } catch {
    throw broken()
  }
}

function asObject(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw broken()
  return Object.fromEntries(Object.entries(value))
}

const asAbout = (value: unknown): About =>
  Object.fromEntries(
    Object.entries(asObject(value)).flatMap(([key, item]) =>
      item === null || typeof item === 'string' || typeof item === 'number' ? [[key, item]] : [],
    ),
  )

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

const broken = (): DamagedBundleError => new DamagedBundleError('Its manifest is broken')

const FORMAT = 'hermes-steward-bundle'
const VERSION = 1
/** About ten for each member. */
const MOST_VALUES = 2_000_000
