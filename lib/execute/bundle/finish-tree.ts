/** What can only be set once every file is written: modes and owners of folders, and all times. Then syncs to disk. */
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, closeSync, fsyncSync, openSync } from 'node:fs'
import { ifPermitted } from './if-permitted.ts'
import { setTimes } from './set-times.ts'
import type { TarMember } from './tar-header.ts'

export type UnpackedEntry = { readonly path: Buffer; readonly member: TarMember }

export function finishTree(root: Buffer, entries: readonly UnpackedEntry[]): void {
  // Deepest first: a read-only folder must not block changes to the folders below it.
  const folders = entries.filter(({ member }) => member.kind === 'folder').reverse()
  for (const { path, member } of folders) {
    ifPermitted(() => chownSync(path, member.uid, member.gid))
    chmodSync(path, member.mode)
  }
  setTimes(entries.map(({ path, member }) => ({ path, mtimeNs: member.mtimeNs })).reverse())
  syncTree(root, entries)
}

/** One sync of the file system where `sync -f` exists. Thousands of single fsync calls take minutes. */
function syncTree(root: Buffer, entries: readonly UnpackedEntry[]): void {
  const { status } = spawnSync('sync', ['-f', root.toString()], { stdio: 'ignore', cwd: '/' })
  if (status === 0) return
  for (const { path, member } of entries) {
    if (member.kind === 'link') continue
    const file = openSync(path, 'r')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  }
}
