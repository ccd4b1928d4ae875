/** Sizes as reported by `du`, to compare a page with the disk. Links are not followed. */
import { lstatSync, readdirSync } from 'node:fs'

export type DiskUsage = { readonly bytes: number; readonly apparentBytes: number; readonly files: number }

/** SQLite's side files appear, disappear and grow during any read. */
export const SIDECARS = ['state.db-wal', 'state.db-shm']

export function diskUsage(path: string | Buffer): DiskUsage {
  const stats = lstatSync(path)
  const isFolder = stats.isDirectory()
  const own = { bytes: stats.blocks * 512, apparentBytes: stats.size, files: isFolder ? 0 : 1 }
  if (!isFolder) return own
  return readdirSync(path, { encoding: 'buffer' })
    .map((name) => diskUsage(Buffer.concat([Buffer.from(path), Buffer.from('/'), name])))
    .reduce(add, own)
}

export const add = (a: DiskUsage, b: DiskUsage): DiskUsage => ({
  bytes: a.bytes + b.bytes,
  apparentBytes: a.apparentBytes + b.apparentBytes,
  files: a.files + b.files,
})
