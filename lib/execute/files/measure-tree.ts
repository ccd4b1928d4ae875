/** Walks a tree without following links and measures it. Names may be bytes that are not valid UTF-8. */
import { type BigIntStats, readdirSync } from 'node:fs'
import { FolderHandle } from '../../platform/folder-handle.ts'
import { seeAt } from './check-file.ts'

export type TreeMeasure = {
  /** Blocks of everything in it, counting hard links once. */
  readonly bytes: number
  /** What removing it would free: without files that have hard links elsewhere. */
  readonly freedBytes: number
  readonly newestMtimeNs: bigint
  /** Entries below it, not counting itself. */
  readonly entries: number
  /** Whether a disk is mounted somewhere in it. */
  readonly hasOtherDisk: boolean
}

/** Null if nothing is there. Folders in `known` are skipped, because the caller knows their size. */
export function measureTree(path: string, known?: ReadonlySet<string>): TreeMeasure | null {
  let entries = -1
  let newestMtimeNs = 0n
  let blocks = 0n
  let dev: bigint | null = null
  let hasOtherDisk = false
  const links = new Map<string, { stats: BigIntStats; names: bigint }>()
  const found = walk(path, (place, stats) => {
    if (typeof place === 'string' && known?.has(place)) return false
    entries += 1
    dev ??= stats.dev
    // Folders only, because on an overlay a file may report the device of a lower layer.
    if (stats.isDirectory() && stats.dev !== dev) hasOtherDisk = true
    if (stats.mtimeNs > newestMtimeNs) newestMtimeNs = stats.mtimeNs
    if (stats.isDirectory() || stats.nlink === 1n) blocks += stats.blocks
    else {
      const key = `${stats.dev} ${stats.ino}`
      const link = links.get(key) ?? { stats, names: 0n }
      link.names += 1n
      links.set(key, link)
    }
    return true
  })
  if (!found) return null
  let freed = blocks
  for (const { stats, names } of links.values()) {
    blocks += stats.blocks
    if (names >= stats.nlink) freed += stats.blocks
  }
  return {
    bytes: Number(blocks) * 512,
    freedBytes: Number(freed) * 512,
    newestMtimeNs,
    entries,
    hasOtherDisk,
  }
}

/**
 * Visits every entry, each folder right before its content, so that tar can set a folder's time once. `at` leads to
 * the entry until `visit` returns, even if a folder above it is replaced by a link. False if nothing is there.
 */
export function walkTree(
  path: string | Buffer,
  visit: (path: Buffer, stats: BigIntStats, at: string | Buffer) => void,
): boolean {
  return walk(path, (place, stats, at) => {
    visit(typeof place === 'string' ? Buffer.from(place) : place, stats, at)
    return true
  })
}

type Visit = (path: string | Buffer, stats: BigIntStats, at: string | Buffer) => boolean

/**
 * Paths stay strings while they are valid UTF-8, because file system calls are a third faster with them.
 * `visit` returns whether to descend.
 */
function walk(path: string | Buffer, visit: Visit): boolean {
  const stats = seeAt(path)
  if (stats === null) return false
  if (visit(path, stats, path) && stats.isDirectory()) walkInto(path, path, visit)
  return true
}

function walkInto(path: string | Buffer, at: string | Buffer, visit: Visit): void {
  const folder = new FolderHandle(at)
  try {
    for (const name of namesIn(folder.path)) {
      const inner = join(path, name)
      const place = typeof name === 'string' ? folder.at(name) : folder.atBytes(name)
      const stats = seeAt(place)
      if (stats !== null && visit(inner, stats, place) && stats.isDirectory()) walkInto(inner, place, visit)
    }
  } finally {
    folder.close()
  }
}

export const listEntries = (folder: string | Buffer): (string | Buffer)[] =>
  namesIn(folder).map((name) => join(folder, name))

function namesIn(folder: string | Buffer): (string | Buffer)[] {
  if (typeof folder === 'string') {
    const names = readdirSync(folder)
    if (!names.some((name) => name.includes('\uFFFD'))) return names
  }
  return readdirSync(Buffer.from(folder), { encoding: 'buffer' })
}

const join = (folder: string | Buffer, name: string | Buffer): string | Buffer =>
  typeof folder === 'string' && typeof name === 'string'
    ? `${folder}/${name}`
    : Buffer.concat([Buffer.from(folder), SLASH, Buffer.from(name)])

const SLASH = Buffer.from('/')
