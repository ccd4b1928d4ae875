/**
 * One line for each entry of a folder: type, mode, mtime, size, content. Equal lists mean nothing was
 * written. Without SQLite's sidecars, which opening a WAL database creates (docs/safety.md).
 */
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

const SIDECAR = /^state\.db-(wal|shm)$/

export function digestTree(root: string): string[] {
  const lines: string[] = []
  const visit = (folder: string, shown: string) => {
    for (const name of readdirSync(folder, { encoding: 'buffer' }).sort(Buffer.compare)) {
      const path = Buffer.concat([Buffer.from(`${folder}/`), name])
      const stats = lstatSync(path)
      const label = `${shown}/${name.toString('latin1')}`
      if (SIDECAR.test(name.toString())) continue
      const content = stats.isFile()
        ? sha256(readFileSync(path))
        : stats.isSymbolicLink()
          ? readlinkSync(path)
          : ''
      // SQLite's sidecars change a folder's mtime, so only its content counts.
      const stamp = stats.isDirectory() ? '' : `${stats.mtimeMs} ${stats.size}`
      lines.push(`${label} ${stats.mode.toString(8)} ${stamp} ${content}`)
      if (stats.isDirectory()) visit(join(folder, name.toString()), label)
    }
  }
  visit(root, '')
  return lines
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
