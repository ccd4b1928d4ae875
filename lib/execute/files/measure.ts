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

/** Null where nothing is there. */
export function measureTree(path: string): TreeMeasure | null {
  let entries = -1
  let newestMtimeNs = 0n
  let blocks = 0n
  const links = new Map<string, { stats: BigIntStats; names: bigint }>()
  const found = walkTree(path, (_, stats) => {
    entries += 1
    if (stats.mtimeNs > newestMtimeNs) newestMtimeNs = stats.mtimeNs
    if (stats.isDirectory() || stats.nlink === 1n) blocks += stats.blocks
    else {
      const key = `${stats.dev} ${stats.ino}`
      const link = links.get(key) ?? { stats, names: 0n }
      link.names += 1n
      links.set(key, link)
    }
  })
  if (!found) return null
  let freed = blocks
  for (const { stats, names } of links.values()) {
    blocks += stats.blocks
    if (names >= stats.nlink) freed += stats.blocks
  }
  return { bytes: Number(blocks) * 512, freedBytes: Number(freed) * 512, newestMtimeNs, entries }
}

/** Every thing of the tree, each folder before what lies in it. False where nothing is there. */
export function walkTree(path: string, meet: (path: Buffer, stats: BigIntStats) => void): boolean {
  const root = Buffer.from(path)
  const top = seeAt(root)
  if (top === null) return false
  meet(root, top)
  const folders: Buffer[] = top.isDirectory() ? [root] : []
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const name of readdirSync(folder, { encoding: 'buffer' })) {
      const place = below(folder, name)
      const stats = seeAt(place)
      if (stats === null) continue
      meet(place, stats)
      if (stats.isDirectory()) folders.push(place)
    }
  }
  return true
}

export const below = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, SLASH, name])

const SLASH = Buffer.from('/')
