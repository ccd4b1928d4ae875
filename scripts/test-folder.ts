/**
 * Temporary files of a test run go into memory where there is room. Without a journal, ext4 looks for a free inode ever
 * longer the more files were just deleted, and tests delete thousands. Setting TMPDIR keeps them on a disk.
 */
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { isProcessAlive } from '../lib/collect/processes/is-process-alive.ts'

const IN_MEMORY = '/dev/shm'
/** Several times what a run needs at once. */
const NEEDED_BYTES = 4 * 1024 ** 3
const NAME = /^steward-tests-(\d+)$/

/** Sets TMPDIR for this process and its children, and removes the folder at exit. */
export function placeTestFiles(): void {
  const folder = makeTestFolder(IN_MEMORY, process.env.TMPDIR)
  if (folder === null) return
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(signal === 'SIGINT' ? 130 : 143))
}

/** Null if TMPDIR is set already or the parent folder has no room. */
export function makeTestFolder(parent: string, tmpdir: string | undefined): string | null {
  if (tmpdir) return null
  try {
    removeAbandoned(parent)
    const { bavail, bsize } = statfsSync(parent)
    if (bavail * bsize < NEEDED_BYTES) return null
    const folder = join(parent, `steward-tests-${process.pid}`)
    mkdirSync(folder)
    // Like any temporary folder: some tests run as another user.
    chmodSync(folder, 0o1777)
    return folder
  } catch {
    // Not there (macOS) or not writable: the usual place will do.
    return null
  }
}

/** A killed run leaves its folder, and that is memory. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(NAME.exec(name)?.[1])
    // Not if unknown: another container may share this memory.
    if (pid && isProcessAlive(pid, parent) === false)
      rmSync(join(parent, name), { recursive: true, force: true })
  }
}
