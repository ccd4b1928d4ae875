/**
 * Every entry below a folder with what a restore must keep: kind, mode, time to the nanosecond, content or
 * target. Names are bytes in latin1, so that names that are not UTF-8 count too.
 */
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

export function exactTree(root: string | Buffer): string[] {
  const lines: string[] = []
  const visit = (path: Buffer, label: string): void => {
    const stats = lstatSync(path, { bigint: true })
    const head = `${label} ${stats.mode.toString(8)} ${stats.mtimeNs}`
    if (stats.isSymbolicLink())
      lines.push(`${head} -> ${readlinkSync(path, { encoding: 'buffer' }).toString('latin1')}`)
    else if (stats.isFile())
      lines.push(`${head} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`)
    else lines.push(head)
    if (!stats.isDirectory()) return
    for (const name of readdirSync(path, { encoding: 'buffer' }).sort(Buffer.compare))
      visit(Buffer.concat([path, Buffer.from('/'), name]), `${label}/${name.toString('latin1')}`)
  }
  visit(Buffer.from(root), '')
  return lines
}
