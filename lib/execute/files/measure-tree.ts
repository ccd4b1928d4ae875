/** Walks a tree without following links and measures it. Names may be bytes that are not valid UTF-8. */
import { type BigIntStats, readdirSync } from 'node:fs'
import { seeAt } from './check-file.ts'

export type TreeMeasure = {
  /** Blocks of everything in it, counting hard links once. */
  readonly bytes: number
  /** What removing it would free: without files that have hard links elsewhere. */
  readonly freedBytes: number
  readonly newestMtimeNs: bigint
  /** Entries below it, not counting itself. */
  readonly entries: number
}

/** Null if nothing is there. Folders in `known` are skipped, because the caller knows their size. */
export function measureTree(path: string, known?: ReadonlySet<string>): TreeMeasure | null {
  let entries = -1
  let newestMtimeNs = 0n
  let blocks = 0n
  const links = new Map<string, { stats: BigIntStats; names: bigint }>()
  const found = walk(path, (place, stats) => {
    if (typeof place === 'string' && known?.has(place)) return false
    entries += 1
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
  return { bytes: Number(blocks) * 512, freedBytes: Number(freed) * 512, newestMtimeNs, entries }
}

/**
 * Visits every entry, each folder right before its content, so that tar can set a folder's time once. False
 * if nothing is there.
 */
export function walkTree(path: string | Buffer, visit: (path: Buffer, stats: BigIntStats) => void): boolean {
  return walk(path, (place, stats) => {
    visit(typeof place === 'string' ? Buffer.from(place) : place, stats)
    return true
  })
}

/**
 * Paths stay strings while they are valid UTF-8, because file system calls are a third faster with them.
 * `visit` returns whether to descend.
 */
function walk(path: string | Buffer, visit: (path: string | Buffer, stats: BigIntStats) => boolean): boolean {
  const stats = seeAt(path)
  if (stats === null) return false
  const enters = visit(path, stats)
  if (enters && stats.isDirectory()) for (const place of listEntries(path)) walk(place, visit)
  return true
}

export function listEntries(folder: string | Buffer): (string | Buffer)[] {
  if (typeof folder === 'string') {
    const names = readdirSync(folder)
    if (!names.some((name) => name.includes('\uFFFD'))) return names.map((name) => `${folder}/${name}`)
  }
  const base = Buffer.from(folder)
  return readdirSync(base, { encoding: 'buffer' }).map((name) => Buffer.concat([base, SLASH, name]))
}

const SLASH = Buffer.from('/')
