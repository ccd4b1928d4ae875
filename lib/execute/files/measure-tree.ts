/** Walks a tree without following links, and says what it holds. Names are bytes: not every name is text. */
import { type BigIntStats, readdirSync } from 'node:fs'
import { seeAt } from './check-file.ts'

export type TreeMeasure = {
  /** Blocks of everything in it, hard links counted once. */
  readonly bytes: number
  /** What removing it would free: without files that have a name elsewhere too. */
  readonly freedBytes: number
  readonly newestMtimeNs: bigint
  /** Things below it, itself not counted. */
  readonly entries: number
}

/** Null where nothing is there. Folders of `known` are passed over: somebody has their measure already. */
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
 * Every thing of the tree, each folder right before all that lies in it: in that order tar can give a folder its
 * time once and for all. False where nothing is there.
 */
export function walkTree(path: string | Buffer, visit: (path: Buffer, stats: BigIntStats) => void): boolean {
  return walk(path, (place, stats) => {
    visit(typeof place === 'string' ? Buffer.from(place) : place, stats)
    return true
  })
}

/**
 * Paths are text as long as they are text, because the system's calls are a third quicker on it. `meet` says whether
 * to look into it.
 */
function walk(path: string | Buffer, visit: (path: string | Buffer, stats: BigIntStats) => boolean): boolean {
  const stats = seeAt(path)
  if (stats === null) return false
  const enters = visit(path, stats)
  if (enters && stats.isDirectory()) for (const place of listEntries(path)) walk(place, visit)
  return true
}

/** Everything right in a folder. */
export function listEntries(folder: string | Buffer): (string | Buffer)[] {
  if (typeof folder === 'string') {
    const names = readdirSync(folder)
    if (!names.some((name) => name.includes('\uFFFD'))) return names.map((name) => `${folder}/${name}`)
  }
  const base = Buffer.from(folder)
  return readdirSync(base, { encoding: 'buffer' }).map((name) => Buffer.concat([base, SLASH, name]))
}

const SLASH = Buffer.from('/')
