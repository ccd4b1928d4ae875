/**
 * Counts the messages of a `.jsonl` transcript, for comparison with its session's rows. Reads the file as a
 * stream of lines and stops at a budget shared by all files of one plan.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { InnerPath } from '../../domain/plan/target.ts'
import { findLink } from '../../platform/read-text-file.ts'
import { parseBoundedJson } from '../../shared/bounded-json.ts'

const CHUNK_BYTES = 1 << 20
const BUDGET_BYTES = 256 * 1024 * 1024
const NEWLINE = 0x0a
const META = '"session_meta"'

/** Null if the file cannot be read or the budget is used up. */
export function makeJsonlCounter(
  homePath: string,
  budgetBytes = BUDGET_BYTES,
): (path: InnerPath) => number | null {
  let left = budgetBytes
  return (path) => {
    try {
      if (findLink(homePath, path.join('/')) !== null) return null
      const file = openSync(
        join(homePath, ...path),
        constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
      )
      try {
        const stats = fstatSync(file)
        if (!stats.isFile() || stats.size > left) return null
        left -= stats.size
        return countLines(file)
      } finally {
        closeSync(file)
      }
    } catch {
      // Missing or unreadable: it cannot be compared, so it is not offered for removal.
      return null
    }
  }
}

/** A first line that describes the session is not a message. An unterminated last line is one. */
function countLines(file: number): number {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let lines = 0
  let inLine = false
  let isFirst = true
  for (
    let read = readSync(file, chunk, 0, CHUNK_BYTES, null);
    read > 0;
    read = readSync(file, chunk, 0, CHUNK_BYTES, null)
  ) {
    const bytes = chunk.subarray(0, read)
    if (isFirst && isMeta(bytes)) lines -= 1
    isFirst = false
    let from = 0
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, from)) {
      if (inLine || at > from) lines += 1
      inLine = false
      from = at + 1
    }
    if (from < read) inLine = true
  }
  return inLine ? lines + 1 : lines
}

/** The role is near the start of the line, whatever else the record contains. */
const isMeta = (bytes: Buffer): boolean => {
  const end = bytes.indexOf(NEWLINE)
  const line = bytes.subarray(0, Math.min(end === -1 ? bytes.length : end, CHUNK_BYTES)).toString('utf8')
  return /^\s*\{\s*"role"\s*:\s*"session_meta"/.test(line) || (line.includes(META) && isMetaRecord(line))
}

function isMetaRecord(line: string): boolean {
  try {
    const record: unknown = parseBoundedJson(line)
    return typeof record === 'object' && record !== null && 'role' in record && record.role === 'session_meta'
  } catch {
    // Incomplete JSON counts as a message, which can only keep the file.
    return false
  }
}
