/**
 * Compares a `.jsonl` transcript with the rows of its session. Reads the file as a stream of lines and stops at a budget
 * shared by all files of one plan.
 */
import { hash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { type LineMatcher, type MessageIdentity, makeLineMatcher } from '../../domain/plan/jsonl-lines.ts'
import type { Fingerprints } from '../../domain/plan/plan-facts.ts'
import { findLink } from '../../platform/read-text-file.ts'

const CHUNK_BYTES = 1 << 20
const BUDGET_BYTES = 256 * 1024 * 1024
const LONGEST_LINE = 8 * 1024 * 1024
const NEWLINE = 0x0a

export const digestOfMessage = (text: string): string => hash('sha256', text, 'base64')

/** Null if the rows of a session cannot be read, or are too many. */
export type ReadIdentities = (sessionId: string) => readonly MessageIdentity[] | null

export function makeJsonlComparer(
  homePath: string,
  readIdentities: ReadIdentities,
  budgetBytes = BUDGET_BYTES,
): Fingerprints['messagesWithoutRow'] {
  let left = budgetBytes
  return (path, sessionId) => {
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
        const rows = sessionId === null ? [] : readIdentities(sessionId)
        if (rows === null) return null
        const matcher = makeLineMatcher(rows, digestOfMessage)
        return addLines(file, matcher) ? matcher.missing() : null
      } finally {
        closeSync(file)
      }
    } catch {
      // Missing or unreadable: it cannot be compared, so it is not offered for removal.
      return null
    }
  }
}

/** False if a line is too long. An unterminated last line is one too. */
function addLines(file: number, matcher: LineMatcher): boolean {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let begun: Buffer[] = []
  let length = 0
  const end = (rest: Buffer): void => {
    matcher.add(Buffer.concat([...begun, rest]).toString('utf8'))
    begun = []
    length = 0
  }
  for (
    let read = readSync(file, chunk, 0, CHUNK_BYTES, null);
    read > 0;
    read = readSync(file, chunk, 0, CHUNK_BYTES, null)
  ) {
    const bytes = chunk.subarray(0, read)
    let from = 0
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, from)) {
      end(bytes.subarray(from, at))
      from = at + 1
    }
    length += read - from
    if (length > LONGEST_LINE) return false
    // A copy, because the next read overwrites the chunk.
    if (from < read) begun.push(Buffer.from(bytes.subarray(from)))
  }
  if (begun.length > 0) end(Buffer.alloc(0))
  return true
}
