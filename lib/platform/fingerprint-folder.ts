/** One fingerprint for a folder and its contents. Null if anything in it is unreadable or on another disk. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FolderSeen } from '../domain/plan/plan-facts.ts'
import type { InnerPath } from '../domain/plan/target.ts'
import { see } from './fingerprint-file.ts'

export function fingerprintFolder(homePath: string, path: InnerPath): FolderSeen | null {
  const root = realFolder(homePath, path)
  if (root === null) return null
  const own = see(root)
  if (own === undefined) return null
  const inodes = new Map<bigint, { left: bigint; bytes: number }>()
  const folders = [root]
  let newestNs = own.mtimeNs
  let bytes = Number(own.blocks) * 512
  let apparentBytes = Number(own.size)
  let entries = 0
  let linked = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const names = list(folder)
    if (names === null) return null
    for (const name of names) {
      const place = `${folder}/${name}`
      const stats = see(place)
      if (stats === undefined || stats.dev !== own.dev) return null
      entries += 1
      apparentBytes += Number(stats.size)
      if (stats.mtimeNs > newestNs) newestNs = stats.mtimeNs
      if (stats.isDirectory()) folders.push(place)
      const blocks = Number(stats.blocks) * 512
      if (stats.isDirectory() || stats.nlink === 1n) bytes += blocks
      else {
        linked += 1
        // Blocks of a linked file are freed when its last name is removed.
        const link = inodes.get(stats.ino) ?? { left: stats.nlink, bytes: blocks }
        link.left -= 1n
        inodes.set(stats.ino, link)
      }
    }
  }
  for (const link of inodes.values()) if (link.left === 0n) bytes += link.bytes
  return {
    fingerprint: {
      kind: 'folder',
      path,
      dev: String(own.dev),
      ino: String(own.ino),
      newestMtimeNs: String(newestNs),
      entries,
      ...(linked === 0 ? {} : { linked }),
    },
    bytes,
    apparentBytes,
    newestMs: Number(newestNs / 1_000_000n),
  }
}

/** Every folder of the path must be a real one on the home's disk. */
function realFolder(homePath: string, path: InnerPath): string | null {
  const device = see(homePath)?.dev
  for (let depth = 1; depth <= path.length; depth += 1) {
    const stats = see(join(homePath, ...path.slice(0, depth)))
    if (stats === undefined || !stats.isDirectory() || stats.dev !== device) return null
  }
  return join(homePath, ...path)
}

/** An entry whose name is not UTF-8 cannot be read, so the folder gets no fingerprint. */
function list(folder: string): string[] | null {
  try {
    const names = readdirSync(folder)
    return names.some((name) => name.includes('\uFFFD')) ? null : names
  } catch {
    // No permission, or gone: its contents are unknown.
    return null
  }
}
