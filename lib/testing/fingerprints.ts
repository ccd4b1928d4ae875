/** Current fingerprints, as a plan would contain them. */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FileFingerprint, FolderTarget } from '../domain/plan/target.ts'

export function fileFingerprintOf(homePath: string, ...path: string[]): FileFingerprint {
  const stats = lstatSync(join(homePath, ...path), { bigint: true })
  return {
    path,
    dev: String(stats.dev),
    ino: String(stats.ino),
    size: Number(stats.size),
    mtimeNs: String(stats.mtimeNs),
    bytes: stats.nlink > 1n ? 0 : Number(stats.blocks) * 512,
  }
}

export function folderFingerprintOf(homePath: string, ...path: string[]): FolderTarget {
  const root = Buffer.from(join(homePath, ...path))
  const stats = lstatSync(root, { bigint: true })
  let newest = stats.mtimeNs
  let entries = 0
  const visit = (folder: Buffer): void => {
    for (const name of readdirSync(folder, { encoding: 'buffer' })) {
      const place = Buffer.concat([folder, Buffer.from('/'), name])
      const inner = lstatSync(place, { bigint: true })
      entries += 1
      if (inner.mtimeNs > newest) newest = inner.mtimeNs
      if (inner.isDirectory()) visit(place)
    }
  }
  visit(root)
  return {
    kind: 'folder',
    path,
    dev: String(stats.dev),
    ino: String(stats.ino),
    newestMtimeNs: String(newest),
    entries,
  }
}
