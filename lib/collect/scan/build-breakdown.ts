/** The largest files and folders, and bytes by top-level entry. */
import { classifyEntry } from '../../domain/storage/classify-path.ts'
import type {
  ClassUsage,
  LargeFile,
  LargeFolder,
  StorageBreakdown,
  TopUsage,
  Usage,
} from '../../domain/storage/storage.ts'
import type { UnitRecord } from './scan-types.ts'
import type { CountedUnit } from './summarize-scan.ts'

/** Adds up to the classes of the same scan: a hard-linked file counts where it is found first. */
export function buildBreakdown(counted: readonly CountedUnit[], v2Store: Usage | null): StorageBreakdown {
  const folders = new Map<string, Sum<LargeFolder>>()
  const tops = new Map<string, Sum<TopUsage>>()
  const met = new Set<string>()
  for (const { segments, record } of counted) {
    const parts = partsOf(record, met)
    for (const part of parts) addTop(tops, segments[0] ?? '', part)
    for (let depth = 1; depth <= segments.length; depth += 1)
      addFolder(folders, segments.slice(0, depth), parts)
  }
  return {
    files: largestFiles(counted),
    folders: largestOf([...folders.values()]),
    tops: [...tops.values()],
    checkpointStoreBytes: v2Store?.bytes ?? null,
  }
}

type Sum<T> = { -readonly [Key in keyof T]: T[Key] }

function partsOf(record: UnitRecord, met: Set<string>): ClassUsage[] {
  const parts = [...record.usage]
  for (const { inode, class: id, bytes, apparentBytes } of record.links) {
    if (!met.has(inode)) parts.push({ id, bytes, apparentBytes, files: 1 })
    met.add(inode)
  }
  return parts
}

function addTop(tops: Map<string, Sum<TopUsage>>, name: string, part: ClassUsage): void {
  const key = `${part.id}/${name}`
  const sum = tops.get(key) ?? { name, class: part.id, bytes: 0, apparentBytes: 0, files: 0 }
  tops.set(key, sum)
  add(sum, part)
}

function addFolder(
  folders: Map<string, Sum<LargeFolder>>,
  segments: readonly string[],
  parts: readonly ClassUsage[],
): void {
  const path = segments.join('/')
  const sum = folders.get(path) ?? {
    path,
    class: classifyEntry(segments),
    bytes: 0,
    apparentBytes: 0,
    files: 0,
  }
  folders.set(path, sum)
  for (const part of parts) add(sum, part)
}

/** Paths are only built for the fifty files shown, not for thousands of candidates. */
function largestFiles(counted: readonly CountedUnit[]): LargeFile[] {
  const sizes = counted.flatMap(({ record }) => record.largest.map(({ bytes }) => bytes))
  const least = sizes.sort((a, b) => b - a)[SHOWN - 1] ?? 0
  return largestOf(counted.flatMap((each) => filesOf(each, least)))
}

const filesOf = ({ segments, record }: CountedUnit, least: number): LargeFile[] =>
  record.largest
    .filter(({ bytes }) => bytes >= least)
    .map((file) => ({ ...file, path: [...segments, file.path].filter(Boolean).join('/') }))

const largestOf = <T extends { readonly path: string; readonly bytes: number }>(entries: readonly T[]): T[] =>
  [...entries].sort((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1)).slice(0, SHOWN)

function add(sum: Sum<Usage>, { bytes, apparentBytes, files }: Usage): void {
  sum.bytes += bytes
  sum.apparentBytes += apparentBytes
  sum.files += files
}

const SHOWN = 50
