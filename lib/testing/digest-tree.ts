/**
 * One line for each thing in a folder: type, mode, mtime, size, content. Two equal lists mean that nothing was
 * written in between. SQLite's own sidecars are left out: opening a WAL database lays them (docs/safety.md).
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
      // A folder's mtime moves when SQLite lays its sidecars in it, so only what is in it counts.
      const stamp = stats.isDirectory() ? '' : `${stats.mtimeMs} ${stats.size}`
      lines.push(`${label} ${stats.mode.toString(8)} ${stamp} ${content}`)
      if (stats.isDirectory()) visit(join(folder, name.toString()), label)
    }
  }
  visit(root, '')
  return lines
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
