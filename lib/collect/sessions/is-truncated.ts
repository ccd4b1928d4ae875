/**
 * Whether a JSON file is truncated, as after a crash or on a full disk. Reads only its first and last bytes,
 * because a transcript can be large and a page waits for it.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { findLink } from '../../platform/read-text-file.ts'

const EDGE_BYTES = 64

/** False if unknown. */
export function isTruncated(homePath: string, name: string): boolean {
  try {
    if (findLink(homePath, name) !== null) return false
    const file = openSync(
      join(homePath, name),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    )
    try {
      const stats = fstatSync(file)
      return stats.isFile() && !isWhole(readAt(file, 0), readAt(file, Math.max(0, stats.size - EDGE_BYTES)))
    } finally {
      closeSync(file)
    }
  } catch {
    // Gone or unreadable.
    return false
  }
}

const isWhole = (head: string, tail: string): boolean =>
  tail.trimEnd().endsWith(head.trimStart().startsWith('[') ? ']' : '}')

function readAt(file: number, place: number): string {
  const bytes = Buffer.alloc(EDGE_BYTES)
  return bytes.subarray(0, readSync(file, bytes, 0, EDGE_BYTES, place)).toString('latin1')
}
